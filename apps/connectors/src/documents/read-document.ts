import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import type { CliIo } from '@b10x/mcp-cli/command-line'
import { GovernedError } from '@b10x/ports/errors'

/** It keeps a wrong path from being read into memory. */
const MAX_FILE_BYTES = 16 * 1024 * 1024

/**
 * The text of a file that the command line names.
 * @throws GovernedError `config_invalid`, reason `unreadable`, `too_large` (over 16 MiB) or `not_utf8`
 */
export async function readDocument(file: string, io: CliIo): Promise<string> {
  const invalid = (reason: string, cause?: unknown): GovernedError => new GovernedError('config_invalid', { file, pointer: '', reason }, { cause })
  const absolute = path.resolve(io.cwd, file)
  let bytes: Uint8Array
  try {
    if ((await stat(absolute)).size > MAX_FILE_BYTES) throw invalid('too_large')
    bytes = await readFile(absolute)
  } catch (cause) {
    throw cause instanceof GovernedError ? cause : invalid('unreadable', cause)
  }
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch (cause) {
    throw invalid('not_utf8', cause)
  }
}
