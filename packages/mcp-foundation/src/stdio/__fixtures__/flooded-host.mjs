// Reads a server that writes 1 GB in one line; prints how that ended and the peak of this process's memory, in KiB.
import { DEFAULT_BOUNDS } from '../../bounds/default-bounds.ts'
import { stdioTransport } from '../stdio-transport.ts'
import { fileURLToPath } from 'node:url'

const transport = stdioTransport({
  command: process.execPath,
  args: [fileURLToPath(new URL('flood.mjs', import.meta.url)), 'stdout', '1000000000']
})
const signal = new AbortController().signal
const channel = await transport.open({ bounds: DEFAULT_BOUNDS, signal, onNotification: () => {}, answer: () => null })
const body = '{"jsonrpc":"2.0","id":1,"method":"x"}'
const ended = await channel
  .request({ id: 1, method: 'x', body, headers: [], signal, onDispatch: () => {}, onNotification: () => {} })
  .catch((error) => error)
await channel.close()
process.stdout.write(JSON.stringify({ code: ended.code, details: ended.details, peakKib: process.resourceUsage().maxRSS }))
