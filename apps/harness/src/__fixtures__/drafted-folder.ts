import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { runCaptured } from './captured-io.ts'
import type { Captured, Surroundings } from './captured-io.ts'

type Members = Readonly<Record<string, unknown>>

/** A folder of its own to run commands in. */
export interface CommandFolder extends AsyncDisposable {
  readonly folder: string
  run(words: readonly string[], given?: Surroundings): Promise<Captured>
  read(file: string): Promise<string>
  write(file: string, content: unknown): Promise<void>
  /** Fills in a draft: every tool gets what it needs, `changes` for those that are named there and `members` on the top. */
  fillIn(file: string, changes?: Readonly<Record<string, Members>>, members?: Members): Promise<void>
}

const FACTS = { description: 'Ours.', effect: 'read', risk: 'low', idempotency: 'idempotent', access: 'local' }

export async function commandFolder(): Promise<CommandFolder> {
  const folder = await mkdtemp(path.join(tmpdir(), 'b10x-harness-'))
  const read = (file: string): Promise<string> => readFile(path.join(folder, file), 'utf8')
  const write = (file: string, content: unknown): Promise<void> =>
    writeFile(path.join(folder, file), typeof content === 'string' ? content : JSON.stringify(content))
  return {
    folder,
    run: (words, given = {}) => runCaptured(words, { cwd: folder, env: { PATH: process.env['PATH'] ?? '' }, ...given }),
    read,
    write,
    async fillIn(file, changes = {}, members = {}) {
      const profile = JSON.parse(await read(file)) as { readonly tools: readonly { readonly remote: string }[] }
      const tools = profile.tools.map((one) => ({ ...one, ...FACTS, ...changes[one.remote] }))
      await write(file, { ...profile, tools, ...members })
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true })
  }
}
