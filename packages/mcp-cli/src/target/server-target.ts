/** A server, ready to be described to a transport. Values may be secret: nothing of it is printed. */
export type ServerTarget = HttpTarget | StdioTarget

export interface HttpTarget {
  readonly kind: 'http'
  readonly url: string
  readonly headers: readonly SecretHeader[]
}

/** A header whose value came from the environment or from a configuration file. */
export interface SecretHeader {
  readonly name: string
  readonly value: string
  /** Where the value came from, without the value: part of the authorization label. */
  readonly origin: string
}

export interface StdioTarget {
  readonly kind: 'stdio'
  readonly command: string
  readonly args: readonly string[]
  /** Absolute. */
  readonly cwd: string
  /** Variables with values from a configuration file. */
  readonly env: Readonly<Record<string, string>>
}
