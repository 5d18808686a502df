import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { BOUND_CEILINGS, parseSnapshot } from '@b10x/mcp-foundation'
import type { ToolSnapshot } from '@b10x/mcp-foundation'
import { GovernedError } from '@b10x/ports/errors'
import type { CliIo } from '../cli-io.ts'
import { attachOperatorFacts } from '../output/operator-text.ts'

/** A file holds canonical descriptors pretty-printed, which at most triples them. */
const MAX_FILE_BYTES = 3 * BOUND_CEILINGS.maxSnapshotBytes

export interface SnapshotFile {
  readonly snapshot: ToolSnapshot
  readonly bytes: Uint8Array
}

/**
 * Reads a reviewed snapshot; every digest in it is recomputed.
 * @throws GovernedError `baseline_missing`, `snapshot_invalid` (also reason `too_large`), `snapshot_digest_mismatch`
 * naming the tool; the file is named beside each
 */
export async function readSnapshotFile(file: string, io: CliIo): Promise<SnapshotFile> {
  const bytes = await readBaseline(file, path.resolve(io.cwd, file))
  try {
    return { snapshot: parseSnapshot(bytes), bytes }
  } catch (error) {
    throw attachOperatorFacts(error, { file })
  }
}

async function readBaseline(file: string, absoluteFile: string): Promise<Uint8Array> {
  let size: number
  try {
    size = (await stat(absoluteFile)).size
    if (size <= MAX_FILE_BYTES) return await readFile(absoluteFile)
  } catch (cause) {
    throw new GovernedError('baseline_missing', { file }, { cause })
  }
  throw attachOperatorFacts(new GovernedError('snapshot_invalid', { pointer: '', reason: 'too_large' }), { file })
}
