// A process of its own that makes one call to each address and prints what came of them and how much memory it took.
import { isGovernedError } from '@b10x/ports/errors'
import { DEFAULT_BOUNDS } from '../../bounds/default-bounds.ts'
import { httpTransport } from '../http-transport.ts'

const { signal } = new AbortController()
const nothing = (): void => {}
const body = '{"jsonrpc":"2.0","id":7,"method":"tools/list"}'
const outcomes: unknown[] = []

for (const url of process.argv.slice(2)) {
  const channel = await httpTransport(url).open({ bounds: DEFAULT_BOUNDS, signal, onNotification: nothing, answer: () => null })
  const request = { id: 7, method: 'tools/list', body, headers: [], signal, onDispatch: nothing, onNotification: nothing }
  outcomes.push(
    await channel.request(request).then(
      ({ message }) => message.kind,
      (error: unknown) => (isGovernedError(error) ? error.toJSON() : String(error))
    )
  )
  await channel.close()
}
process.stdout.write(JSON.stringify({ outcomes, peakRssBytes: process.resourceUsage().maxRSS * 1024 }))
