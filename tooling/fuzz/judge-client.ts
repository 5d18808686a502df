/** What must be true of everything that a client accepts, told from the bytes that were sent to it. */
import { findDifference } from './agree.ts'
import type { Client, Foundation, Outcome, Snapshot } from './foundation-under-test.ts'
import { splitEvents, splitLines } from './reference-framing.ts'
import { decodeStrictly, readAsReference } from './reference-reader.ts'
import type { Asked } from './scripted-server.ts'

export const MAX_DEPTH = 64

/** Result texts that may answer a request, first come first; `unsure` where the reference reader cannot tell. */
type Candidates = readonly string[] | 'unsure'

function candidatesOf(log: readonly Asked[], asked: Asked, allowBatch: boolean): Candidates {
  const found: string[] = []
  for (const document of documentsSince(log, asked)) {
    const text = decodeStrictly(document)
    const messages = text === null ? 'refused' : readAsReference(text, MAX_DEPTH, allowBatch)
    if (messages === 'unsure') return 'unsure'
    if (messages === 'refused') continue
    for (const { kind, id, resultText } of messages) if (kind === 'result' && id === asked.id) found.push(resultText)
  }
  return found
}

/**
 * Whether the answer to a request is so plain that it must be accepted: nothing doubtful before it, an object, within
 * every bound. Without this a reader that refuses everything would pass.
 */
export function hasPlainAnswer(asked: Asked): boolean {
  // All of a stream must be UTF-8, also what nobody reads.
  if (!asked.plain || asked.sent.length > 8_000 || decodeStrictly(asked.sent) === null) return false
  for (const document of documentsOf(asked)) {
    const text = decodeStrictly(document)
    const messages = text === null ? 'refused' : readAsReference(text, MAX_DEPTH, false)
    const [message] = typeof messages === 'string' ? [] : messages
    if (message === undefined || message.kind === 'error') return false
    if (message.kind === 'result' && message.id === asked.id) return message.resultText.startsWith('{')
  }
  return false
}

/** One pipe, or one event stream: the answer to a request may also be among what was written because of later ones. */
function documentsSince(log: readonly Asked[], asked: Asked): readonly Buffer[] {
  const last = log.at(-1)
  if (asked.framing === 'stream' && last !== undefined) return eventsBetween(asked.before, Buffer.concat([last.before, last.sent]))
  return (asked.framing === 'lines' ? log.slice(log.indexOf(asked)) : [asked]).flatMap(documentsOf)
}

function documentsOf({ framing, before, sent }: Asked): readonly Buffer[] {
  if (framing === 'json') return [sent]
  if (framing === 'stream') return eventsBetween(before, Buffer.concat([before, sent]))
  return framing === 'lines' ? splitLines(sent) : splitEvents(sent)
}

/** Events that end in what came after `before`: an event may have begun in it. */
function eventsBetween(before: Buffer, all: Buffer): readonly Buffer[] {
  return splitEvents(all).slice(splitEvents(before).length)
}

/** @returns the name of the rule that was broken, or null */
export function judgeConnection(client: Client, log: readonly Asked[], pinned: boolean): string | null {
  const { era, protocolVersion } = client
  if (era === 'modern' && pinned) return null
  const method = era === 'modern' ? 'server/discover' : 'initialize'
  const asked = log.filter((entry) => entry.method === method).at(-1)
  const candidates = asked === undefined ? [] : candidatesOf(log, asked, false)
  if (candidates === 'unsure') return null
  const speaks = candidates.some((text) => {
    const result = JSON.parse(text) as { protocolVersion?: unknown; supportedVersions?: unknown } | null
    const offered = era === 'modern' ? result?.supportedVersions : [result?.protocolVersion]
    return Array.isArray(offered) && offered.includes(protocolVersion)
  })
  return speaks ? null : 'connection_unjustified'
}

export function judgeSnapshot(foundation: Foundation, snapshot: Snapshot, log: readonly Asked[]): string | null {
  const broken = judgeTools(snapshot)
  if (broken !== null) return broken
  const requests = log.filter(({ method }) => method === 'tools/list')
  const pages = requests.slice(requests.findLastIndex(({ cursor }) => cursor === undefined))
  const expected: unknown[] = []
  for (const asked of pages) {
    const candidates = candidatesOf(log, asked, snapshot.protocolVersion === '2025-03-26')
    if (candidates === 'unsure') return null
    const page = candidates[0] === undefined ? undefined : (JSON.parse(candidates[0]) as { tools?: unknown })
    if (!Array.isArray(page?.tools)) return 'page_unjustified'
    expected.push(...(page.tools as readonly unknown[]))
  }
  if (expected.length !== snapshot.tools.length) return 'tools_lost'
  for (const { descriptor } of snapshot.tools) {
    const at = expected.findIndex((other) => findDifference(foundation, descriptor, other) === null)
    if (at === -1) return 'descriptor_changed'
    expected.splice(at, 1)
  }
  return null
}

/** Of a frozen list wherever it came from. */
export function judgeTools({ tools }: Snapshot): string | null {
  const names = tools.flatMap(({ name }) => (name === null ? [] : [name]))
  if (new Set(names).size !== names.length) return 'tool_name_twice'
  if (!Object.isFrozen(tools)) return 'not_frozen'
  for (const { name, status, descriptor } of tools) {
    if (typeof descriptor === 'object' && !Object.isFrozen(descriptor)) return 'not_frozen'
    const written = typeof descriptor === 'object' && descriptor !== null && Object.hasOwn(descriptor, 'name') ? (descriptor as { name: unknown }).name : null
    if ((typeof written === 'string' ? written : null) !== name || (status === 'usable' && name === null)) return 'name_changed'
  }
  return null
}

export function judgeOutcome(foundation: Foundation, outcome: Outcome, log: readonly Asked[], allowBatch: boolean): string | null {
  const asked = log.filter(({ method }) => method === 'tools/call').at(-1)
  if (asked === undefined) return 'outcome_unjustified'
  const candidates = candidatesOf(log, asked, allowBatch)
  if (candidates === 'unsure') return null
  if (candidates[0] !== outcome.resultText) return 'outcome_unjustified'
  const bytes = Buffer.from(outcome.bytes())
  if (!bytes.equals(Buffer.from(outcome.resultText))) return 'bytes_changed'
  // An event may carry its data in pieces; elsewhere the very bytes were on the wire.
  if ((asked.framing === 'lines' || asked.framing === 'json') && !asked.sent.includes(bytes)) return 'bytes_changed'
  const parsed = JSON.parse(outcome.resultText) as Record<string, unknown>
  if (findDifference(foundation, outcome.result, parsed) !== null) return 'result_changed'
  return looksComplete(parsed) || outcome.kind !== 'complete' ? null : 'success_invented'
}

function looksComplete(result: Record<string, unknown>): boolean {
  const own = (name: string): unknown => (Object.hasOwn(result, name) ? result[name] : undefined)
  const type = own('resultType')
  return (type === undefined || type === 'complete') && (Array.isArray(own('content')) || own('structuredContent') !== undefined)
}
