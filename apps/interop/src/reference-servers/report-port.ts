// Preloaded into a server that names its port only as it was asked for it, which was 0: sends the real one to the parent.
// The server ends with its parent, however that ends.
import { subscribe } from 'node:diagnostics_channel'
import type { AddressInfo, Server } from 'node:net'

subscribe('tracing:net.server.listen:asyncEnd', (message) => {
  const { server } = message as { readonly server: Server }
  process.send?.((server.address() as AddressInfo).port)
})

process.once('disconnect', () => process.exit())
