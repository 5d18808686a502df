// A program that is refused a response, keeps nothing of it, and says by how much it grew meanwhile, in MiB.
import { isGovernedError } from '@b10x/ports/errors'
import { createEgress } from '@b10x/egress-undici'
import { KEY } from './ask.ts'

const [url = ''] = process.argv.slice(2)
const egress = createEgress({ endpoints: [{ ...KEY, url, bounds: { exchangeDeadlineMs: 20_000 } }], development: { loopbackEndpoints: [KEY] }, onWarning: () => {} })
const before = process.memoryUsage.rss()
let most = before
const measure = (): void => void (most = Math.max(most, process.memoryUsage.rss()))
const timer = setInterval(measure, 1)
const error = await egress
  .exchange({ endpoint: KEY, method: 'POST', headers: [], body: '{}', signal: new AbortController().signal, onDispatch: () => undefined }, { onHead: () => undefined, onChunk: () => true })
  .then(() => null, (failure: unknown) => failure)
clearInterval(timer)
measure()
await egress.close()
const outcome = isGovernedError(error) ? { code: error.code, details: error.details } : null
process.stdout.write(JSON.stringify({ outcome, grew: Math.round((most - before) / 1024 / 1024) }))
