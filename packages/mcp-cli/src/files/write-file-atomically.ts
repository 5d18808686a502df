import { randomUUID } from 'node:crypto'
import { lstat, open, realpath, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { refuseUsage } from '../arguments/refuse-usage.ts'

/**
 * Writes a file so that a reader sees the old content or the new, never a part: a temporary file beside it, flushed and
 * renamed. Links are followed. What is no regular file, such as `/dev/stdout`, is written to instead of replaced.
 * @throws GovernedError `usage_invalid` when the file cannot be written
 */
export async function writeFileAtomically(file: string, text: string, cwd: string): Promise<void> {
  try {
    const wanted = path.resolve(cwd, file)
    const target = await realpath(wanted).catch(() => wanted)
    const existing = await lstat(target).catch(() => null)
    if (existing !== null && !existing.isFile()) return await writeFile(target, text)
    await replaceFile(target, text, existing === null ? 0o666 : existing.mode & 0o777)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
    refuseUsage(`The file ${file} cannot be written (${code}).`)
  }
}

async function replaceFile(target: string, text: string, mode: number): Promise<void> {
  const temporary = path.join(path.dirname(target), `.b10x-${randomUUID()}.tmp`)
  try {
    const handle = await open(temporary, 'wx', mode)
    try {
      await handle.writeFile(text)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(temporary, target)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}
