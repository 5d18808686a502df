// Invokes a service while everything stays open, and prints how often the bearer, and a text that is kept, is in the heap.
import { setImmediate as turn } from 'node:timers/promises'
import { getHeapSnapshot, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { createHttpExchange } from '@b10x/mcp-foundation/http'
import type { EgressTransport, Secret } from '@b10x/ports'
import { prepareService } from '../prepare/prepare-service.ts'
import { AUTHORITY, bindingsOf, reviewServer } from './review-server.ts'

const [url = '', backwards = ''] = process.argv.slice(2)
/** Made anew each time: nobody here keeps it. */
const turned = (text: string): string => Buffer.from(Buffer.from(text).toReversed()).toString()
const kept = [turned(`${backwards}-tpek`)]

const sockets = createHttpExchange()
const egress: EgressTransport = {
  addressOf: () => url,
  exchange: ({ endpoint: _endpoint, deadlineMs: _deadline, ...request }, sink) => sockets.exchange({ ...request, url }, sink),
  close: () => sockets.close()
}
const secrets = {
  async withSecret<T>(_ref: string, use: (secret: Secret) => T | Promise<T>): Promise<T> {
    return await use({ reveal: () => turned(backwards) })
  }
}
const profile = await reviewServer(url)
const service = (await prepareService(profile, { egress, secrets })).bind(bindingsOf(profile))
const { lease, connectionRef } = service.describe('sample.op_0', AUTHORITY)
for (let round = 0; round < 5; round += 1) await service.invoke({ operationRef: 'sample.op_0', connectionRef, lease, arguments: {}, authority: AUTHORITY })

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void
for (let round = 0; round < 4; round += 1) {
  await turn()
  collect()
}
const heap: Buffer[] = []
for await (const chunk of getHeapSnapshot()) heap.push(Buffer.from(chunk as string))
const text = Buffer.concat(heap)
console.log(JSON.stringify({ bearer: count(turned(backwards)), header: count(`Bearer ${turned(backwards).slice(0, 12)}`), control: count(kept[0] ?? '') }))
await service.close()
await egress.close()

function count(wanted: string): number {
  let found = 0
  // The text that is kept begins otherwise.
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + 1)) found += text.subarray(at - 5, at).includes('kept-') ? 0 : 1
  return found
}
