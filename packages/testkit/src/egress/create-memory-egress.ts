import type { EgressBoundName, EgressRequest, EgressTransport, EndpointKey, HttpResponseSink } from '@b10x/ports'
import { GovernedError } from '@b10x/ports/errors'
import type { EgressStage, StagedAnswer, StagedRequest } from './staged-answer.ts'

export interface MemoryEgressOptions {
  readonly endpoint: EndpointKey
  readonly address: string
  readonly bounds?: Partial<Record<EgressBoundName, number>>
}

const BOUNDS = { exchangeDeadlineMs: 120_000, maxRequestBytes: 1_000, maxDecodedBytes: 2_000 }
const OWN = new Set(['host', 'connection', 'content-length', 'transfer-encoding', 'upgrade', 'te', 'expect', 'accept-encoding'])
const SHOWN = new Set(['content-type', 'mcp-session-id', 'mcp-protocol-version', 'www-authenticate', 'retry-after'])

/** An egress without a network, held to the same contract as the real one. */
export function createMemoryEgress(options: MemoryEgressOptions): EgressStage {
  const { endpoint, address } = options
  const bounds = { ...BOUNDS, ...options.bounds }
  const received: StagedRequest[] = []
  const open = new Set<(error: unknown) => void>()
  let next: StagedAnswer = { status: 200 }
  let isClosed = false

  function check(request: EgressRequest): void {
    if (isClosed) throw new GovernedError('connection_closed', {})
    request.signal.throwIfAborted()
    addressOf(request.endpoint)
    if (request.method === 'GET') throw new GovernedError('destination_denied', { reason: 'method' })
    if (!request.headers.every(([name, value]) => isSendable(name, value))) throw new GovernedError('destination_denied', { reason: 'header' })
    const seen = Buffer.byteLength(request.body ?? '')
    if (seen > bounds.maxRequestBytes) throw exceeded('maxRequestBytes', bounds.maxRequestBytes, seen, false)
  }

  function addressOf(key: EndpointKey): string {
    if (key.connectionRef !== endpoint.connectionRef || key.endpointRef !== endpoint.endpointRef) throw new GovernedError('destination_denied', { reason: 'unbound' })
    return address
  }

  const egress: EgressTransport = {
    addressOf,
    async exchange(request, sink) {
      check(request)
      request.onDispatch()
      received.push({ method: request.method, headers: Object.fromEntries(request.headers), body: request.body ?? '' })
      const given = next
      if (given === 'breaks') throw new GovernedError('egress_unreachable', { phase: 'head', reason: 'reset', maybeDelivered: true })
      if (given === 'silent') return waitInVain(request)
      deliver(given, sink)
    },
    async close() {
      isClosed = true
      for (const fail of open) fail(new GovernedError('connection_closed', {}))
    }
  }

  function waitInVain({ signal, deadlineMs = bounds.exchangeDeadlineMs }: EgressRequest): Promise<never> {
    const limit = Math.min(deadlineMs, bounds.exchangeDeadlineMs)
    return new Promise((_resolve, reject) => {
      const end = (error: unknown): void => {
        clearTimeout(timer)
        signal.removeEventListener('abort', abort)
        open.delete(end)
        reject(error as Error)
      }
      const abort = (): void => end(signal.reason)
      const timer = setTimeout(() => end(new GovernedError('egress_timeout', { phase: 'head', limit, maybeDelivered: true })), limit)
      signal.addEventListener('abort', abort)
      open.add(end)
    })
  }

  function deliver({ status, headers = [], chunks = [] }: Exclude<StagedAnswer, string>, sink: HttpResponseSink): void {
    if (status >= 300 && status < 400) throw new GovernedError('redirect_denied', { status })
    sink.onHead(status, headers.filter(([name]) => SHOWN.has(name)))
    let seen = 0
    for (const chunk of chunks) {
      seen += Buffer.byteLength(chunk)
      if (seen > bounds.maxDecodedBytes) throw exceeded('maxDecodedBytes', bounds.maxDecodedBytes, seen, true)
      if (!sink.onChunk(Buffer.from(chunk))) return
    }
  }

  return { egress, endpoint, address, received, answer: (answer) => void (next = answer), close: () => egress.close() }
}

function isSendable(name: string, value: string): boolean {
  return /^[!#$%&'*+.^_`|~\da-z-]+$/.test(name) && !OWN.has(name) && !name.startsWith('proxy-') && /^[\t\x20-\x7e]*$/.test(value)
}

function exceeded(bound: EgressBoundName, limit: number, seen: number, maybeDelivered: boolean): GovernedError {
  return new GovernedError('egress_bound_exceeded', { bound, limit, seen, maybeDelivered })
}
