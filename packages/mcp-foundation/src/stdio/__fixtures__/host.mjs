// A host of its own process: opens the scripted server, has it start children, prints what runs, then does as told
// once its standard input ends: `wait` (nothing, until it is killed), `exit` (process.exit while the server runs),
// `return` (returns, having closed before it printed).
import { fileURLToPath } from 'node:url'
import { DEFAULT_BOUNDS } from '../../bounds/default-bounds.ts'
import { stdioTransport } from '../stdio-transport.ts'

const server = fileURLToPath(new URL('scripted-server.mjs', import.meta.url))
const transport = stdioTransport({
  command: '/bin/sh',
  args: ['-c', '"$@"; :', 'wrapper', process.execPath, server, '--ignore-end', '--ignore-term'],
  closeLadderMs: 100
})
const channel = await transport.open({
  bounds: DEFAULT_BOUNDS,
  signal: new AbortController().signal,
  onNotification: () => {},
  answer: () => null
})
let id = 0
const ask = async (method, params = {}) => {
  id += 1
  const body = JSON.stringify({ jsonrpc: '2.0', id, method, params })
  const signal = new AbortController().signal
  const { message } = await channel.request({ id, method, body, headers: [], signal, onDispatch: () => {}, onNotification: () => {} })
  return message.result
}
await ask('spawn')
await ask('spawn', { away: true })
const pids = await ask('pids')
if (process.argv[2] === 'return') await channel.close()
process.stdout.write(`${JSON.stringify(pids)}\n`)
process.stdin.resume()
if (process.argv[2] === 'exit') process.stdin.once('end', () => process.exit(0))
