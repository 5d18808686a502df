import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

/** An artifact that listens. */
export interface RunningArtifact extends AsyncDisposable {
  readonly url: string
  /** What it said when it was ready. */
  readonly line: string
  /** Ends it as an operator would; gives its exit status. */
  stop(): Promise<number | null>
}

/** Starts an artifact with plain Node, with no variable of this process around it. */
export async function runArtifact(folder: string, env: Readonly<Record<string, string>>): Promise<RunningArtifact> {
  const child = spawn(process.execPath, ['server.mjs'], { cwd: folder, env: { PORT: '0', ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
  const exited = once(child, 'exit') as Promise<[number | null]>
  const errors: Buffer[] = []
  child.stderr.on('data', (chunk: Buffer) => errors.push(chunk))
  const stop = async (): Promise<number | null> => {
    child.kill('SIGTERM')
    return (await exited)[0]
  }
  for await (const line of createInterface({ input: child.stdout })) {
    const url = /^listening on (\S+), mcp (?:on|off)$/.exec(line)?.[1]
    if (url !== undefined) return { url, line, stop, [Symbol.asyncDispose]: async () => void (await stop()) }
  }
  const [status] = await exited
  throw new Error(`the artifact ended with ${String(status)}: ${Buffer.concat(errors).toString()}`)
}
