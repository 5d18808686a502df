import { open, rm } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import path from 'node:path'
import { refuseUsage } from '@b10x/mcp-cli/command-line'

export interface NewDocument {
  /** As the caller named it. */
  readonly file: string
  readonly text: string
}

/**
 * Writes files that do not exist yet: all of them, or none. What is there, be it a link, is never written to.
 * @throws GovernedError `usage_invalid`
 */
export async function createDocuments(documents: readonly NewDocument[], cwd: string): Promise<void> {
  const created: { readonly handle: FileHandle; readonly absolute: string }[] = []
  try {
    for (const { file } of documents) {
      const absolute = path.resolve(cwd, file)
      created.push({ handle: await openNew(file, absolute), absolute })
    }
    for (const [index, { text }] of documents.entries()) await created[index]?.handle.writeFile(text)
  } catch (error) {
    for (const { absolute } of created) await rm(absolute, { force: true })
    throw error
  } finally {
    for (const { handle } of created) await handle.close()
  }
}

async function openNew(file: string, absolute: string): Promise<FileHandle> {
  try {
    return await open(absolute, 'wx')
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
    if (code === 'EEXIST') return refuseUsage(`The file ${file} is there already: only a new one is written.`)
    return refuseUsage(`The file ${file} cannot be written (${code}).`)
  }
}
