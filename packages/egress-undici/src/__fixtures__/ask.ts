import type { EgressRequest, EgressTransport, EndpointKey, HeaderList } from '@b10x/ports'
import { isGovernedError } from '@b10x/ports/errors'
import { createEgress } from '@b10x/egress-undici'
import type { EgressOptions, EndpointBinding } from '@b10x/egress-undici'

export const KEY: EndpointKey = { connectionRef: 'c', endpointRef: 'mcp_connection' }

/** An egress to one destination that may be on loopback. */
export function openLoopback(binding: Omit<EndpointBinding, keyof EndpointKey>, options: Partial<EgressOptions> = {}): EgressTransport {
  return createEgress({ endpoints: [{ ...KEY, ...binding }], development: { loopbackEndpoints: [KEY] }, onWarning: () => {}, ...options })
}

/** What came of one exchange. `outcome`: `resolved`, the refusal as JSON, or what else was thrown. */
export interface Asked {
  readonly status: number | null
  readonly headers: HeaderList
  readonly text: string
  readonly dispatched: number
  readonly outcome: unknown
}

export async function ask(egress: EgressTransport, given: Partial<EgressRequest> = {}): Promise<Asked> {
  let [status, headers, text, dispatched]: [number | null, HeaderList, string, number] = [null, [], '', 0]
  const request: EgressRequest = { endpoint: KEY, method: 'POST', headers: [], body: '{}', signal: new AbortController().signal, ...given, onDispatch: () => (dispatched += 1) }
  const outcome = await egress
    .exchange(request, {
      onHead: (...head) => ([status, headers] = head),
      onChunk: (chunk) => ((text += Buffer.from(chunk).toString('latin1')), true)
    })
    .then(() => 'resolved', (error: unknown) => (isGovernedError(error) ? { code: error.code, details: error.details } : error))
  return { status, headers, text, dispatched, outcome }
}
