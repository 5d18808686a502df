import { readFile, stat } from 'node:fs/promises'
import { GovernedError } from '@b10x/ports/errors'

/** Claude Code keeps its history beside its servers; it still keeps a wrong path from being read into memory. */
const MAX_CONFIG_BYTES = 16 * 1024 * 1024

/**
 * The bytes of a file that lists servers; `file` names it in errors.
 * @throws GovernedError `config_invalid`, reason `unreadable` or `too_large` (over 16 MiB)
 */
export async function readConfigFile(file: string, absoluteFile: string): Promise<Uint8Array> {
  const invalid = (reason: string, cause?: unknown): GovernedError =>
    new GovernedError('config_invalid', { file, pointer: '', reason }, { cause })
  try {
    if ((await stat(absoluteFile)).size > MAX_CONFIG_BYTES) throw invalid('too_large')
    return await readFile(absoluteFile)
  } catch (cause) {
    throw cause instanceof GovernedError ? cause : invalid('unreadable', cause)
  }
}
