import type { ExactNumber } from './exact-number.ts'

/**
 * One JSON value as received (RFC 8259). Absent members are absent, `null` is `null`, `__proto__` is an own member,
 * and a number that a double cannot hold is an {@link ExactNumber}.
 */
export type JsonValue = null | boolean | number | string | ExactNumber | readonly JsonValue[] | JsonObject

export interface JsonObject {
  readonly [member: string]: JsonValue
}
