import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'

const PROGRAM = join(import.meta.dirname, 'run-client.ts')

/** Shell text. With `exec` the suite's own time limit ends the client, and not just a shell around it. */
export const OUR_CLIENT: string = `exec '${process.execPath}' -C @b10x/source '${PROGRAM}'`

/** Clients that no scenario may pass. */
export interface EmptyClient {
  readonly title: string
  readonly command: string
}

/** @param address of a server that answers 404: our client goes there, and the suite sees nothing of it */
export function emptyClients(address: string): readonly EmptyClient[] {
  return [
    { title: 'a client that does nothing', command: 'exec true' },
    { title: 'a client that fails at once', command: 'exec false' },
    { title: 'our client on a server that answers 404', command: `${OUR_CLIENT} ${address}` }
  ]
}

export interface NothingFound extends AsyncDisposable {
  readonly address: string
}

export async function serveNotFound(): Promise<NothingFound> {
  const server = createServer((_, response) => void response.writeHead(404).end())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    address: `http://127.0.0.1:${port}/`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    }
  }
}
