/** Where text goes. */
export interface OutputStream {
  readonly isTTY: boolean
  write(text: string): void
}

/** Everything a command may touch besides files and servers: handed in, so that a test can stand in for the process. */
export interface CliIo {
  /** Results. With `--json` exactly one JSON document. */
  readonly stdout: OutputStream
  /** Progress, notes and errors. */
  readonly stderr: OutputStream
  readonly env: Readonly<Record<string, string | undefined>>
  /** Absolute path that relative files are resolved against. */
  readonly cwd: string
  /** Aborted when the user interrupts. */
  readonly signal: AbortSignal
  /** Asks a person, or null where there is none to ask (no terminal). An abort takes the question back: no answer. */
  readonly ask: ((question: string, signal?: AbortSignal) => Promise<string>) | null
}
