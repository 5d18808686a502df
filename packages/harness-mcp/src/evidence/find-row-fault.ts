import { TOOL_EFFECTS } from '@b10x/ports'
import type { AuditRecord } from '@b10x/ports'
import { ERROR_CODES } from '@b10x/ports/errors'

type Check = (value: unknown) => boolean
type Event = AuditRecord['event']
type Members = Readonly<Record<string, Check>>

const isText: Check = (value) => typeof value === 'string'
const isFlag: Check = (value) => typeof value === 'boolean'
const isCount: Check = (value) => Number.isSafeInteger(value) && (value as number) >= 0
const isDigest: Check = (value) => typeof value === 'string' && /^sha256:[0-9a-f]{64}$/.test(value)
const isTime: Check = (value) => typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(value)
const isCode: Check = (value) => typeof value === 'string' && Object.hasOwn(ERROR_CODES, value)
const orNull = (check: Check): Check => (value) => value === null || check(value)
const isOneOf = (...values: readonly unknown[]): Check => (value) => values.includes(value)
const isListOf = (check: Check): Check => (value) => Array.isArray(value) && value.every(check)

function isObjectOf(required: Members): Check {
  return (value) => faultOf(value, required, {}) === null
}

const WHO: Members = { runId: isText, actor: isText, tenantId: isText }
const CALL: Members = {
  ...WHO,
  toolCallId: isText,
  source: isText,
  effect: isOneOf(...TOOL_EFFECTS),
  toolDigest: isDigest,
  argumentsDigest: isDigest,
  policyVersion: isText,
  approvalId: isText
}

const EVIDENCE: Members = {
  profileDigest: orNull(isDigest),
  snapshotDigest: isDigest,
  protocolVersion: isText,
  transport: isOneOf('stdio', 'streamable-http', 'sse'),
  endpoint: isText,
  foundation: isObjectOf({ version: isText, revision: orNull(isText) }),
  tools: isListOf(isObjectOf({ name: isText, digest: isDigest })),
  leftOut: isListOf(isObjectOf({ reason: isText, count: isCount }))
}

/** What each row has to have beside `at` and `event`, and what it may have. */
const ROWS: { readonly [E in Event]: { readonly required: Members; readonly optional: Members } } = {
  call_refused: { required: { tool: isText, code: isCode }, optional: CALL },
  call_attempted: { required: { tool: isText }, optional: CALL },
  call_completed: {
    required: { tool: isText, isError: isFlag, resultDigest: isDigest, resultBytes: isCount, outputSchemaViolation: isFlag },
    optional: CALL
  },
  call_failed: { required: { tool: isText, code: isCode }, optional: CALL },
  reauthorized: { required: { source: isText, status: isCount }, optional: WHO },
  drift_suspected: { required: { source: isText }, optional: WHO },
  run_prepared: { required: { source: isText, evidence: isObjectOf(EVIDENCE) }, optional: WHO },
  run_refused: { required: { source: isText, code: isCode }, optional: WHO },
  run_closed: { required: { source: isText }, optional: WHO }
}

/** Why a value is not a row, or null. Unknown members are a fault: they would be read by nobody. Pure. */
export function findRowFault(row: unknown): string | null {
  if (typeof row !== 'object' || row === null) return 'it is not an object'
  const event = Object.hasOwn(row, 'event') ? (row as { readonly event?: unknown }).event : undefined
  if (typeof event !== 'string' || !Object.hasOwn(ROWS, event)) return 'its event is not known'
  const { required, optional } = ROWS[event as Event]
  return faultOf(row, { at: isTime, event: isText, ...required }, optional)
}

function faultOf(value: unknown, required: Members, optional: Members): string | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'it is not an object'
  for (const [name, check] of Object.entries(required)) {
    if (!Object.hasOwn(value, name)) return `${name} is missing`
    if (!check((value as Members)[name])) return `${name} is not what it has to be`
  }
  for (const [name, member] of Object.entries(value)) {
    if (Object.hasOwn(required, name)) continue
    const check = Object.hasOwn(optional, name) ? optional[name] : undefined
    if (check === undefined) return 'it has a member that no row has'
    if (!check(member)) return `${name} is not what it has to be`
  }
  return null
}
