/** The server of one case: good answers, and the mutant in place of one of them or beside it. No transport. */
import { MODERN_REVISION } from './golden-cases.ts'
import type { GoodAnswers, Method } from './golden-cases.ts'
import type { FuzzCase } from './make-case.ts'

/** A request of the client and what was sent because of it. */
export interface Asked {
  readonly id: number
  readonly method: string
  readonly cursor: string | undefined
  readonly isTarget: boolean
  /** What is to be sent, one document each, in order. */
  readonly documents: readonly Buffer[]
  /** One for the target, else none. */
  readonly mutants: readonly Buffer[]
  /** All bytes that left, framing included. Filled by the transport. */
  sent: Buffer
  /** All bytes of the one event stream before `sent`; nothing elsewhere. */
  before: Buffer
  framing: 'lines' | 'json' | 'events' | 'stream'
  /** Nothing odd about how it was sent. */
  plain: boolean
}

export interface ScriptedServer {
  readonly log: readonly Asked[]
  /** Takes a message of the client; null for what wants no answer. */
  receive(body: string): Asked | null
}

export function createScriptedServer(fuzzCase: FuzzCase, good: GoodAnswers): ScriptedServer {
  const { golden } = fuzzCase
  const log: Asked[] = []
  let met = false

  const goodAnswer = (method: string, id: number, cursor: string | undefined): Buffer => {
    const answer = (part: object): Buffer => Buffer.from(JSON.stringify({ jsonrpc: '2.0', id, ...part }))
    if (method === 'server/discover' && golden.revision !== MODERN_REVISION) {
      return answer({ error: { code: -32601, message: 'Method not found' } })
    }
    if (method !== 'tools/list') return answer({ result: good[method as Method & keyof GoodAnswers] ?? {} })
    const [first, second] = good.pages
    // One page will do where the listing is only a way to the call.
    if (golden.during !== 'tools/list') return answer({ result: { ...(first as object), nextCursor: undefined } })
    return answer({ result: cursor === undefined ? first : second })
  }

  return {
    log,
    receive(body) {
      const { id, method, params } = JSON.parse(body) as { id?: number; method?: string; params?: { cursor?: string } }
      if (typeof id !== 'number' || method === undefined) return null
      const cursor = params?.cursor
      const nth = method === 'tools/list' && cursor !== undefined ? 2 : 1
      const isTarget = !met && method === golden.during && nth === golden.nth
      met ||= isTarget
      const mutants = isTarget ? [fuzzCase.mutant(id)] : []
      const documents = [...mutants, ...(!isTarget || fuzzCase.goodFollows ? [goodAnswer(method, id, cursor)] : [])]
      const asked: Asked = { id, method, cursor, isTarget, documents, mutants, sent: Buffer.alloc(0), before: Buffer.alloc(0), framing: 'lines', plain: true }
      log.push(asked)
      return asked
    }
  }
}
