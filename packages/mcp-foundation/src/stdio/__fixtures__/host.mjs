// A host of its own process: opens the scripted server, has it start children, prints what runs, then does as told:
// `wait` (until it is killed), `exit` (process.exit while the server runs), `return` (closes and returns).
import { DEFAULT_BOUNDS } from '../../bounds/default-bounds.ts'
import { stdioTransport } from '../stdio-transport.ts'
import { fileURLToPath } from 'node:url'

const path = (name) => fileURLToPath(new URL(name, import.meta.url))
const transport = stdioTransport({
  command: process.execPath,
  args: [path('wrapper.mjs'), path('scripted-server.mjs'), '--ignore-end', '--ignore-term'],
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
process.stdout.write(`${JSON.stringify(pids)}\n`, () => {
  if (process.argv[2] === 'exit') process.exit(0)
})
