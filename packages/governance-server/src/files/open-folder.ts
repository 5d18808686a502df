import { closeSync, constants, fstatSync, openSync, readdirSync, readFileSync, realpathSync } from 'node:fs'
import path from 'node:path'
import type { ProjectFiles } from '@b10x/governance-rules'
import { GovernedError } from '@b10x/ports/errors'
import { isDocumentPath, MAX_DOCUMENT_BYTES, textOfBytes } from './document-text.ts'

/** Folders with nothing of the project's own, and folders that would take for ever. */
const SKIPPED: ReadonlySet<string> = new Set(['.git', 'node_modules'])
/** More files than any folder of documents has. */
const MAX_FILES = 100_000

/**
 * The files of a folder, and nothing outside it: a link that leads out, `..`, an absolute path and another spelling of a name
 * are refused. Each file is read once: what was checked is what is shown.
 */
export function openFolder(folder: string): ProjectFiles {
  const root = realFolder(folder)
  const texts = new Map<string, string | null>()
  const lists = new Map<string, readonly string[]>()
  return {
    read(file) {
      const known = texts.get(file)
      if (known !== undefined) return known
      const text = readInside(root, file)
      texts.set(file, text)
      return text
    },
    list(prefix) {
      const known = lists.get(prefix)
      if (known !== undefined) return known
      const start = prefix.slice(0, prefix.lastIndexOf('/') + 1)
      const found = isPlainPath(start.replace(/\/$/, '') || '.') ? walk(root, start, []).filter((file) => file.startsWith(prefix)).toSorted() : []
      lists.set(prefix, found)
      return found
    }
  }
}

function realFolder(folder: string): string {
  try {
    return realpathSync(folder)
  } catch (cause) {
    throw new GovernedError('document_unreadable', { file: '.', reason: 'absent' }, { cause })
  }
}

function readInside(root: string, file: string): string | null {
  if (!isPlainPath(file)) throw new GovernedError('document_unreadable', { file, reason: 'outside_root' })
  const full = path.join(root, file)
  let real: string
  try {
    real = realpathSync.native(full)
  } catch {
    return null
  }
  if (real !== full) {
    // On a file system that knows no case, another spelling is another name all the same.
    if (real.toLowerCase() === full.toLowerCase()) return null
    if (!real.startsWith(`${root}${path.sep}`)) throw new GovernedError('document_unreadable', { file, reason: 'outside_root' })
  }
  const opened = openSync(real, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  try {
    const status = fstatSync(opened)
    if (status.isDirectory()) return null
    if (!status.isFile()) throw new GovernedError('document_unreadable', { file, reason: 'not_a_file' })
    if (status.size > MAX_DOCUMENT_BYTES) throw new GovernedError('document_unreadable', { file, reason: 'too_large' })
    const text = textOfBytes(readFileSync(opened), file)
    if (text === null && isDocumentPath(file)) throw new GovernedError('document_unreadable', { file, reason: 'not_utf8' })
    return text
  } finally {
    closeSync(opened)
  }
}

/** A path from the root, with `/`, that names one file in one way. */
export function isPlainPath(file: string): boolean {
  if (file === '.') return true
  return file !== '' && !file.includes('\0') && !file.includes('\\') && !path.isAbsolute(file) && file.split('/').every((part) => part !== '' && part !== '.' && part !== '..')
}

function walk(root: string, start: string, found: string[]): string[] {
  let entries
  try {
    entries = readdirSync(path.join(root, start), { withFileTypes: true })
  } catch {
    return found
  }
  for (const entry of entries) {
    if (found.length >= MAX_FILES) throw new GovernedError('document_unreadable', { file: start, reason: 'too_large' })
    if (entry.isDirectory() && !SKIPPED.has(entry.name)) walk(root, `${start}${entry.name}/`, found)
    else if (entry.isFile() || entry.isSymbolicLink()) found.push(`${start}${entry.name}`)
  }
  return found
}
