/** Where the time comes from, so that tests and replays can say what it is. */
export interface Clock {
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  now(): number
}
