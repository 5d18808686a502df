import type { ScriptedAnswer } from './answer.ts'
import type { RawJson } from './raw-json.ts'

/** Protocol revisions, newest first. The first is the modern era, the others the legacy one. */
export const PROTOCOL_VERSIONS = ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'] as const

export type ProtocolVersion = (typeof PROTOCOL_VERSIONS)[number]

/** For `protocolVersions` of a script: only the modern era. */
export const MODERN: readonly ProtocolVersion[] = ['2026-07-28']

/** For `protocolVersions` of a script: only the legacy era, newest first. */
export const LEGACY: readonly ProtocolVersion[] = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05']

/** One page of a listing. The cursor that asks for it is the `nextCursor` of the page before it. */
export interface Page {
  readonly tools: readonly RawJson[]
  readonly nextCursor?: string
}

/** A `tools/call` that reached the server. */
export interface ReceivedCall {
  readonly name: string
  readonly arguments: unknown
  readonly era: 'modern' | 'legacy'
}

/** How a server over pipes behaves besides its answers (see the constructors in `deviations`). */
export interface StdioBehaviour {
  /** Lines on standard output before anything else. */
  readonly banner?: readonly string[]
  /** Ends at once with this status, before it reads. */
  readonly exitAtOnce?: number
  /** Lines on standard error at the start. */
  readonly stderr?: readonly string[]
  /** Bytes written at a time; absent means a whole line. */
  readonly writeBytes?: number
  /** Ends of lines. Default `\n`. */
  readonly lineEnd?: string
  /** Does not end on SIGTERM, nor when its standard input ends. */
  readonly stubborn?: boolean
  /** Runs under a wrapper process; `detached` puts it in a process group of its own. */
  readonly wrapped?: 'same-group' | 'detached'
}

/** A server, well-behaved in everything that a part of the script does not change. */
export interface Script {
  /** What it speaks, newest first. Default: everything, both eras. */
  readonly protocolVersions: readonly ProtocolVersion[]
  /** How POST responses are framed. Default `json`. */
  readonly respondWith: 'json' | 'sse'
  /** Issues an `Mcp-Session-Id` in the legacy era and insists on it. Default false. */
  readonly session: boolean
  /** Tool descriptors in order. Default: one tool `t` that takes any object. */
  readonly tools: readonly RawJson[]
  /** Tools on one page. Default 100. */
  readonly pageSize: number
  /** The pages, in place of `tools` and `pageSize`. */
  readonly pages: readonly Page[] | null
  readonly capabilities: RawJson
  readonly instructions: string | null
  readonly serverInfo: RawJson
  /** Cache hints of the modern era, on every page and on discovery. */
  readonly cacheHints: { readonly ttlMs: number; readonly cacheScope: 'public' | 'private' }
  /** Results by tool name, `*` for all others. Default: the arguments as text. */
  readonly results: Readonly<Record<string, RawJson>>
  /** Makes the result of a call that `results` does not name. Not over pipes. */
  readonly onCall: ((call: ReceivedCall) => RawJson | Promise<RawJson>) | null
  /** Answers in place of the good ones; the first that fits is used. */
  readonly answers: readonly ScriptedAnswer[]
  /** What the `endpoint` event of HTTP+SSE says. `{{origin}}` is the server's own, `{{stream}}` numbers the streams. */
  readonly endpoint: string
  readonly stdio: StdioBehaviour
}

/** A piece of a script. Every deviation is one. */
export type ScriptPart = Partial<Script>

/** The smallest tool there is. */
export function tool(name: string, members: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return { name, inputSchema: { type: 'object' }, ...members }
}

const GOOD_SCRIPT: Script = {
  protocolVersions: PROTOCOL_VERSIONS,
  respondWith: 'json',
  session: false,
  tools: [tool('t')],
  pageSize: 100,
  pages: null,
  capabilities: { tools: {} },
  instructions: null,
  serverInfo: { name: 'scripted', version: '1.0.0' },
  cacheHints: { ttlMs: 0, cacheScope: 'private' },
  results: {},
  onCall: null,
  answers: [],
  endpoint: '/messages?stream={{stream}}',
  stdio: {}
}

/** Puts parts together: later parts win, `answers` of later parts are looked at first, `stdio` is merged. */
export function mergeScript(parts: readonly ScriptPart[], base: Script = GOOD_SCRIPT): Script {
  return parts.reduce<Script>(
    (script, part) => ({
      ...script,
      ...part,
      answers: [...(part.answers ?? []), ...script.answers],
      stdio: { ...script.stdio, ...part.stdio }
    }),
    base
  )
}
