/** What is mutated: every golden message, in the place of a conversation where a client would read it. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export type Method = 'server/discover' | 'initialize' | 'tools/list' | 'tools/call'

export interface Golden {
  /** Such as `2026-07-28/tools-call.response`. */
  readonly name: string
  readonly revision: string
  /** The request during which it arrives. */
  readonly during: Method
  /** The second page is asked for by the second request. */
  readonly nth: 1 | 2
  /** It answers the request, or it arrives beside the answer. */
  readonly role: 'answer' | 'aside'
  readonly status: number
  readonly message: Readonly<Record<string, unknown>>
}

/** Good answers of one revision, by method; two pages. */
export interface GoodAnswers {
  readonly 'server/discover': unknown
  readonly initialize: unknown
  readonly pages: readonly [unknown, unknown]
  readonly 'tools/call': unknown
}

export interface GoldenSet {
  readonly goldens: readonly Golden[]
  readonly good: ReadonlyMap<string, GoodAnswers>
}

interface WireFile {
  readonly status?: number
  readonly message: Readonly<Record<string, unknown>>
}

export const MODERN_REVISION = '2026-07-28'

/** @param folder the golden messages, one folder per revision */
export function readGoldens(folder: string): GoldenSet {
  const goldens: Golden[] = []
  const good = new Map<string, GoodAnswers>()
  for (const revision of readdirSync(folder).toSorted()) {
    const files: ReadonlyMap<string, WireFile> = new Map(readdirSync(join(folder, revision)).map((file) => [
      file.slice(0, -'.json'.length), JSON.parse(readFileSync(join(folder, revision, file), 'utf8')) as WireFile
    ] as const))
    for (const [name, { message, status }] of files) {
      const place = placeOf(name, revision === MODERN_REVISION)
      if (place !== null) goldens.push({ name: `${revision}/${name}`, revision, status: status ?? 200, message, ...place })
    }
    const result = (name: string): unknown => files.get(`${name}.response`)?.message['result']
    good.set(revision, {
      'server/discover': result('server-discover'),
      initialize: result('initialize'),
      pages: [result('tools-list'), result('tools-list-next')],
      'tools/call': result('tools-call')
    })
  }
  return { goldens, good }
}

function placeOf(name: string, modern: boolean): Pick<Golden, 'during' | 'nth' | 'role'> | null {
  const answer = (during: Method, nth: 1 | 2 = 1) => ({ during, nth, role: 'answer' }) as const
  if (name.endsWith('.notification') || /^(ping|tools-call|unknown-method)\.request$/.test(name)) {
    return { during: /list-changed|ping/.test(name) ? 'tools/list' : 'tools/call', nth: 1, role: 'aside' }
  }
  if (!name.endsWith('.response')) return null
  if (name.startsWith('tools-list-')) return answer('tools/list', 2)
  if (name.startsWith('tools-list')) return answer('tools/list')
  if (name.startsWith('tools-call') || name.startsWith('input-required') || name.startsWith('ping')) return answer('tools/call')
  return answer(modern ? 'server/discover' : 'initialize')
}
