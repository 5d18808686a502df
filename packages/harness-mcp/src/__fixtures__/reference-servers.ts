/// <reference types="node" />
// The reference servers of the protocol project, as npm installs them.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

/** Programs to start with Node. */
export const EVERYTHING: string = require.resolve('@modelcontextprotocol/server-everything/dist/index.js')
export const FILESYSTEM: string = require.resolve('@modelcontextprotocol/server-filesystem/dist/index.js')
export const MEMORY: string = require.resolve('@modelcontextprotocol/server-memory/dist/index.js')

/** A server that listens on a port of this machine. `await using` ends it. */
export interface ListeningServer extends AsyncDisposable {
  readonly url: string
}

/**
 * Preloaded into a server that names its port only as it was asked for it, which was 0: listens on this machine alone and
 * sends the real port to the parent. The server ends with its parent, however that ends.
 */
const PRELOAD = `
import { Server } from 'node:net'
const { listen } = Server.prototype
Server.prototype.listen = function (...asked) {
  const ready = asked.findLast((argument) => typeof argument === 'function')
  this.once('listening', () => process.send(this.address().port))
  return listen.call(this, { host: '127.0.0.1', port: 0 }, ready)
}
process.once('disconnect', () => process.exit())`

const PATHS = { streamableHttp: '/mcp', sse: '/sse' }

/** server-everything over Streamable HTTP, or over HTTP+SSE of 2024-11-05. */
export async function startEverything(mode: keyof typeof PATHS): Promise<ListeningServer> {
  const execArgv = ['--import', `data:text/javascript,${encodeURIComponent(PRELOAD)}`]
  const child = fork(EVERYTHING, [mode], { execArgv, env: { PORT: '0' }, stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })
  const ended = once(child, 'exit')
  const [port] = (await Promise.race([once(child, 'message'), ended.then(() => [null])])) as [number | null]
  if (port === null) throw new Error('server-everything ended before it listened')
  return {
    url: `http://127.0.0.1:${port}${PATHS[mode]}`,
    async [Symbol.asyncDispose]() {
      child.kill()
      await ended
    }
  }
}
