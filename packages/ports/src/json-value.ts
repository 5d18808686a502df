/**
 * A JSON number that a double cannot hold exactly: 9007199254740993, 1e400. The foundation makes them; pass them on as
 * they are.
 */
export interface ExactDecimal {
  /** The exact value, laid out as ECMAScript lays out numbers. */
  readonly source: string
  toJSON(): unknown
}

/** One JSON value as received (RFC 8259): absent members are absent, numbers exact. */
export type JsonValue = null | boolean | number | string | ExactDecimal | readonly JsonValue[] | JsonObject

export interface JsonObject {
  readonly [member: string]: JsonValue
}
