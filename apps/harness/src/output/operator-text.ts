/**
 * What only the person at the terminal may see of a failure: the peer's words, the path, the file. It is kept beside the
 * error, never in it (an error may travel further), and never with a credential of ours in it.
 */
import { ExactNumber } from '@b10x/mcp-foundation'
import type { JsonObject, JsonValue } from '@b10x/mcp-foundation'
import { isGovernedError } from '@b10x/ports/errors'

const attached = new WeakMap<object, JsonObject>()

/** Shorter values (`1`, `true`) are no credentials, and removing them would garble the text. */
const MIN_SECRET_LENGTH = 8
const MAX_CAUSES = 5

export function operatorTextOf(error: unknown): JsonObject {
  return (typeof error === 'object' && error !== null ? attached.get(error) : undefined) ?? {}
}

/** Keeps more beside the error. Returns the error. */
export function attachOperatorFacts(error: unknown, facts: JsonObject): unknown {
  if (typeof error === 'object' && error !== null) attached.set(error, { ...operatorTextOf(error), ...facts })
  return error
}

/** Keeps the error's cause and the child's standard error, both without secrets. Returns the error. */
export function attachOperatorText(
  error: unknown,
  { stderrTail, secrets }: { readonly stderrTail: string; readonly secrets: readonly string[] }
): unknown {
  const cause = isGovernedError(error) ? describeCause(error.cause, MAX_CAUSES) : null
  const facts = { ...(cause === null ? {} : { cause }), ...(stderrTail === '' ? {} : { stderr: stderrTail }) }
  return attachOperatorFacts(error, withoutSecrets(facts, secrets.filter((secret) => secret.length >= MIN_SECRET_LENGTH)))
}

function describeCause(cause: unknown, depth: number): JsonValue {
  if (cause === undefined || depth === 0) return null
  if (isGovernedError(cause)) {
    const deeper = describeCause(cause.cause, depth - 1)
    const { code, details } = JSON.parse(JSON.stringify(cause)) as { code: string; details: JsonObject }
    return { code, details, ...(deeper === null ? {} : { cause: deeper }) }
  }
  if (cause instanceof Error) {
    const code = 'code' in cause && typeof cause.code === 'string' ? { code: cause.code } : {}
    const deeper = describeCause(cause.cause, depth - 1)
    return { name: cause.name, message: cause.message, ...code, ...(deeper === null ? {} : { cause: deeper }) }
  }
  return isJson(cause) ? cause : String(cause)
}

function isJson(value: unknown): value is JsonValue {
  if (value === null || ['string', 'number', 'boolean'].includes(typeof value) || value instanceof ExactNumber) return true
  if (Array.isArray(value)) return value.every(isJson)
  return typeof value === 'object' && Object.values(value).every(isJson)
}

function withoutSecrets<V extends JsonValue>(value: V, secrets: readonly string[]): V
function withoutSecrets(value: JsonValue, secrets: readonly string[]): JsonValue {
  if (typeof value === 'string') return secrets.reduce((text, secret) => text.replaceAll(secret, '[redacted]'), value)
  if (Array.isArray(value)) return value.map((item: JsonValue) => withoutSecrets(item, secrets))
  if (typeof value !== 'object' || value === null || value instanceof ExactNumber) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [withoutSecrets(name, secrets), withoutSecrets(member, secrets)]))
}
