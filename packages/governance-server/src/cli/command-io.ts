/** What a command has of its process. */
export interface CommandIo {
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** `YYYY-MM-DD`, UTC. */
  readonly today: string
  /** Aborts when somebody interrupts. */
  readonly signal: AbortSignal
  out(text: string): void
  err(text: string): void
}

export function processIo(): CommandIo {
  const controller = new AbortController()
  process.once('SIGINT', () => controller.abort(new Error('interrupted')))
  return {
    cwd: process.cwd(),
    env: process.env,
    today: new Date().toISOString().slice(0, 10),
    signal: controller.signal,
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text)
  }
}
