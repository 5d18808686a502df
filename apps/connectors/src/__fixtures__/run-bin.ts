import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

export interface Finished {
  readonly status: number | null
  readonly stdout: string
  readonly stderr: string
}

const BIN = fileURLToPath(new URL('../bin.ts', import.meta.url))

/** Runs the command as a process of its own, from source, to its end. */
export async function runBin(argv: readonly string[], given: { readonly env?: Readonly<Record<string, string>>; readonly cwd?: string } = {}): Promise<Finished> {
  const { NODE_OPTIONS: _, NO_COLOR: __, ...env } = process.env
  const child = spawn(process.execPath, ['-C', '@b10x/source', BIN, ...argv], { stdio: ['ignore', 'pipe', 'pipe'], env: { ...env, ...given.env }, cwd: given.cwd })
  const stdout: Buffer[] = []
  const stderr: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => stdout.push(chunk))
  child.stderr.on('data', (chunk: Buffer) => stderr.push(chunk))
  const [status] = (await once(child, 'close')) as [number | null]
  return { status, stdout: Buffer.concat(stdout).toString(), stderr: Buffer.concat(stderr).toString() }
}
