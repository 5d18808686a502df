import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { BOUND_CEILINGS, canonicalize, parseSnapshot, resolveBounds } from '@b10x/mcp-foundation'
import type { JsonObject } from '@b10x/mcp-foundation'
import { GovernedError } from '@b10x/ports/errors'
import { checkMapping } from './check-mapping.ts'
import { parseRunProfile } from './parse-run-profile.ts'
import { profilePlace } from './profile-place.ts'
import { RUN_PROFILE_FORMAT } from './run-profile.ts'
import type { RunProfile } from './run-profile.ts'

/** 10 000 tools with 400 bytes of description each. */
const MAX_PROFILE_BYTES = 4 * 1024 * 1024
/** A snapshot file holds canonical descriptors pretty-printed, which at most triples them. */
const MAX_SNAPSHOT_FILE_BYTES = 3 * BOUND_CEILINGS.maxSnapshotBytes

/**
 * Reads a run profile and the snapshot that it pins, and checks each and how they fit. Nothing is connected. Every digest
 * in the snapshot is computed anew.
 * @throws GovernedError `profile_invalid` (also reason `unreadable`, and `too_large`: over 4 MiB), `baseline_missing`
 *   where there is no readable snapshot file, `snapshot_invalid`, `snapshot_digest_mismatch`, `tool_invalid`
 */
export async function loadRunProfile(file: string): Promise<RunProfile> {
  const place = profilePlace(file)
  const absolute = path.resolve(file)
  const bytes = await readBounded(absolute, MAX_PROFILE_BYTES, (reason, cause) => place.fault(reason, cause))
  const { document, value } = parseRunProfile(bytes, file)
  const folder = path.dirname(absolute)
  const snapshotFile = path.resolve(folder, document.snapshot.path)
  const snapshotBytes = await readBounded(snapshotFile, MAX_SNAPSHOT_FILE_BYTES, (reason, cause) =>
    reason === 'unreadable'
      ? new GovernedError('baseline_missing', { file: document.snapshot.path }, { cause })
      : new GovernedError('snapshot_invalid', { pointer: '', reason })
  )
  const snapshot = parseSnapshot(snapshotBytes, resolveBounds(document.bounds))
  checkMapping(document, snapshot, place)
  return Object.freeze({ file, folder, digest: digestProfile(value), document, snapshot })
}

/** The canonical form, so that comments of an editor (white space, the order of members) do not count. */
function digestProfile(value: JsonObject): string {
  return `sha256:${createHash('sha256').update(`${RUN_PROFILE_FORMAT}\0`).update(canonicalize(value)).digest('hex')}`
}

type Refuse = (reason: 'unreadable' | 'too_large', cause?: unknown) => GovernedError

async function readBounded(file: string, limit: number, refuse: Refuse): Promise<Uint8Array> {
  let size: number
  try {
    size = (await stat(file)).size
    if (size <= limit) return await readFile(file)
  } catch (cause) {
    throw refuse('unreadable', cause)
  }
  throw refuse('too_large')
}
