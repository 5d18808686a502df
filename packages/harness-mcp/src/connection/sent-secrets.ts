import { credentialsInHeader, credentialsInVariable } from './find-credentials.ts'

/** Shorter values would be found in results by chance. In UTF-16 units. */
const MIN_SECRET_LENGTH = 8
/** Tokens change; who echoes one echoes a recent one. */
const MAX_KEPT = 256

/** Credentials that went to one server, kept where neither `util.inspect` nor JSON looks. */
export interface SentSecrets {
  /** What is no text is the transport's to refuse. */
  addHeaders(headers: Readonly<Record<string, string>>): void
  /** Variables that a program was started with; see `credentialsInVariable`. */
  addVariables(variables: Readonly<Record<string, string | undefined>>): void
  addValues(values: readonly string[]): void
  /** Those of at least 8 characters, the last 256. The same array until something is added. */
  list(): readonly string[]
}

export function createSentSecrets(): SentSecrets {
  const kept = new Set<string>()
  let listed: readonly string[] | null = null

  function add(value: string): void {
    if (value.length < MIN_SECRET_LENGTH || kept.has(value)) return
    kept.add(value)
    const [oldest] = kept
    if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest)
    listed = null
  }

  return {
    addHeaders(headers) {
      for (const [name, value] of Object.entries(headers)) {
        if (typeof value === 'string') credentialsInHeader(name, value).forEach(add)
      }
    },
    addVariables(variables) {
      for (const [name, value] of Object.entries(variables)) {
        if (typeof value === 'string') credentialsInVariable(name, value).forEach(add)
      }
    },
    addValues: (values) => values.forEach(add),
    list: () => (listed ??= Object.freeze([...kept]))
  }
}
