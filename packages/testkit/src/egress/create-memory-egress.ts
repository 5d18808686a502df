import type { EgressBoundName, EgressBounds, EgressPhase, EgressRequest, EgressTransport, EndpointKey, HttpResponseSink } from '@b10x/ports'
import { GovernedError } from '@b10x/ports/errors'
import { STAGED_BOUNDS } from './staged-answer.ts'
import type { EgressStage, StagedAnswer, StagedRequest } from './staged-answer.ts'

export interface MemoryEgressOptions {
  readonly endpoint: EndpointKey
  readonly address: string
  /** Those for headers and for the wire have no meaning here: nothing is on a wire. */
  readonly bounds?: Partial<EgressBounds>
}

/** How far an exchange got, for what ends it meanwhile. */
interface Progress {
  phase: EgressPhase
  maybeDelivered: boolean
}

const BOUNDS = { exchangeDeadlineMs: 120_000, maxRequestBytes: 1_000_000, maxDecodedBytes: 1_000_000, maxConnections: 8, maxQueued: 8, ...STAGED_BOUNDS }
const OWN = new Set(['host', 'connection', 'content-length', 'transfer-encoding', 'upgrade', 'te', 'expect', 'accept-encoding'])
const SHOWN = new Set(['content-type', 'mcp-session-id', 'mcp-protocol-version', 'www-authenticate', 'retry-after'])

/** An egress without a network, held to the same contract as the real one. */
export function createMemoryEgress(options: MemoryEgressOptions): EgressStage {
  const { endpoint, address } = options
  const bounds = { ...BOUNDS, ...options.bounds }
  const received: StagedRequest[] = []
  const running = new Set<(error: unknown) => void>()
  const waiting = new Set<() => void>()
  let busy = 0
  let next: StagedAnswer = { status: 200 }
  let isClosed = false

  function addressOf(key: EndpointKey): string {
    if (key.connectionRef !== endpoint.connectionRef || key.endpointRef !== endpoint.endpointRef) throw new GovernedError('destination_denied', { reason: 'unbound' })
    return address
  }

  function check(request: EgressRequest): void {
    if (isClosed) throw new GovernedError('connection_closed', {})
    request.signal.throwIfAborted()
    addressOf(request.endpoint)
    if (request.method === 'GET') throw new GovernedError('destination_denied', { reason: 'method' })
    if (!request.headers.every(([name, value]) => isSendable(name, value))) throw new GovernedError('destination_denied', { reason: 'header' })
    const seen = Buffer.byteLength(request.body ?? '')
    if (seen > bounds.maxRequestBytes) throw exceeded('maxRequestBytes', bounds.maxRequestBytes, seen, false)
    if (busy >= bounds.maxConnections && waiting.size >= bounds.maxQueued) throw new GovernedError('egress_saturated', { limit: bounds.maxQueued })
  }

  /** What ends an exchange from outside: its signal, its deadline, `close`. */
  function endOf({ signal, deadlineMs = bounds.exchangeDeadlineMs }: EgressRequest, progress: Progress): { readonly ended: Promise<never>; readonly stop: () => void } {
    const { promise: ended, reject } = withReject()
    const limit = Math.min(deadlineMs, bounds.exchangeDeadlineMs)
    const timer = setTimeout(() => reject(new GovernedError('egress_timeout', { ...progress, limit })), limit)
    const abort = (): void => reject(signal.reason)
    signal.addEventListener('abort', abort)
    running.add(reject)
    const stop = (): void => {
      clearTimeout(timer)
      signal.removeEventListener('abort', abort)
      running.delete(reject)
    }
    return { ended, stop }
  }

  const egress: EgressTransport = {
    addressOf,
    async exchange(request, sink) {
      check(request)
      const progress: Progress = { phase: 'queue', maybeDelivered: false }
      const { ended, stop } = endOf(request, progress)
      try {
        await takePlace(ended)
        try {
          await Promise.race([ended, answer(request, sink, progress)])
        } finally {
          givePlace()
        }
      } finally {
        stop()
      }
    },
    async close() {
      isClosed = true
      for (const fail of running) fail(new GovernedError('connection_closed', {}))
    }
  }

  async function takePlace(ended: Promise<never>): Promise<void> {
    if (busy < bounds.maxConnections) return void (busy += 1)
    let start!: () => void
    const given = new Promise<void>((resolve) => (start = resolve))
    waiting.add(start)
    try {
      await Promise.race([ended, given])
    } catch (error) {
      // Given meanwhile: to the next one.
      if (!waiting.delete(start)) givePlace()
      throw error
    }
  }

  function givePlace(): void {
    const [start] = waiting
    if (start === undefined) return void (busy -= 1)
    waiting.delete(start)
    start()
  }

  async function answer(request: EgressRequest, sink: HttpResponseSink, progress: Progress): Promise<void> {
    request.onDispatch()
    Object.assign(progress, { phase: 'head', maybeDelivered: true })
    received.push({ method: request.method, headers: Object.fromEntries(request.headers), body: request.body ?? '' })
    if (next === 'breaks') throw new GovernedError('egress_unreachable', { phase: 'head', reason: 'reset', maybeDelivered: true })
    if (next === 'silent') return new Promise(() => undefined)
    const { status, headers = [], chunks = [] } = next
    if (status >= 300 && status < 400) throw new GovernedError('redirect_denied', { status })
    sink.onHead(status, headers.filter(([name]) => SHOWN.has(name)))
    let seen = 0
    for (const chunk of chunks) {
      seen += Buffer.byteLength(chunk)
      if (seen > bounds.maxDecodedBytes) throw exceeded('maxDecodedBytes', bounds.maxDecodedBytes, seen, true)
      if (!sink.onChunk(Buffer.from(chunk))) return
    }
  }

  return { egress, endpoint, address, received, answer: (given) => void (next = given), close: () => egress.close() }
}

function withReject(): { readonly promise: Promise<never>; readonly reject: (error: unknown) => void } {
  let reject: (error: unknown) => void = () => undefined
  const promise = new Promise<never>((_resolve, refuse) => (reject = refuse))
  // It may be rejected when nobody waits any more.
  promise.catch(() => undefined)
  return { promise, reject: (error) => reject(error) }
}

function isSendable(name: string, value: string): boolean {
  return /^[!#$%&'*+.^_`|~\da-z-]+$/.test(name) && !OWN.has(name) && !name.startsWith('proxy-') && /^[\t\x20-\x7e]*$/.test(value)
}

function exceeded(bound: EgressBoundName, limit: number, seen: number, maybeDelivered: boolean): GovernedError {
  return new GovernedError('egress_bound_exceeded', { bound, limit, seen, maybeDelivered })
}
