import type { ClientDiagnostics, JsonValue, ToolSnapshot } from '@b10x/mcp-foundation'
import type { BoundName } from '@b10x/ports'
import type { BoundUse } from './measure-bounds.ts'
import { findUnpinnedPackage } from './unpinned-package.ts'

/** The stable names of what `doctor` notices about a server beside its descriptors; they are only ever added to. */
export type ObservationId =
  | 'package_unpinned'
  | 'bound_nearly_reached'
  | 'program_from_path'
  | 'legacy_revision'
  | 'process_restarted'
  | 'result_type_absent'

/** One thing to know. A finding is worth exit 1, a note is not. */
export interface Observation {
  readonly id: ObservationId
  readonly level: 'finding' | 'note'
  /** The package, program, bound or revision that it is about; null for the server as a whole. */
  readonly subject: string | null
}

export interface Observed {
  readonly snapshot: ToolSnapshot
  readonly diagnostics: ClientDiagnostics
  readonly bounds: readonly BoundUse[]
}

/** A larger share of a bound than this is close to its limit. */
const NEARLY = 0.8

/** Bounds that a growing server reaches some day; the others are only reached by a broken one. */
const GROWING: readonly BoundName[] = ['connectDeadlineMs', 'maxTools', 'maxPages', 'maxDescriptorBytes', 'maxSnapshotBytes']

/** Everything worth saying, findings first. */
export function findObservations({ snapshot, diagnostics, bounds }: Observed): readonly Observation[] {
  const finding = (id: ObservationId, subject: string | null): Observation => ({ id, level: 'finding', subject })
  const note = (id: ObservationId, subject: string | null): Observation => ({ id, level: 'note', subject })
  const command = snapshot.endpoint.transport === 'stdio' ? snapshot.endpoint.command : []
  const [program] = command
  const unpinned = findUnpinnedPackage(command)
  return [
    ...(unpinned === null ? [] : [finding('package_unpinned', unpinned)]),
    ...bounds
      .filter(({ bound, used, limit }) => GROWING.includes(bound) && used > NEARLY * limit)
      .map(({ bound }) => finding('bound_nearly_reached', bound)),
    ...(program === undefined || program.includes('/') ? [] : [note('program_from_path', program)]),
    ...(snapshot.era === 'legacy' ? [note('legacy_revision', snapshot.protocolVersion)] : []),
    ...(diagnostics.restarted ? [note('process_restarted', null)] : []),
    ...(diagnostics.resultTypeAbsent > 0 ? [note('result_type_absent', null)] : [])
  ]
}

/** Observations as JSON values. */
export function observationMembers(observations: readonly Observation[]): JsonValue {
  return observations.map(({ id, level, subject }) => ({ id, level, subject }))
}
