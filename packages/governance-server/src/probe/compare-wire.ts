import { diffSnapshots, parseSnapshot } from '@b10x/mcp-foundation'
import type { ToolSnapshot } from '@b10x/mcp-foundation'
import type { ProjectFiles } from '@b10x/governance-rules'
import { isGovernedError } from '@b10x/ports/errors'
import { shown } from './observation.ts'
import type { Observer } from './observation.ts'

/** Where a project commits what its server lists: a file of `b10x-mcp snapshot`. */
export const WIRE_SNAPSHOT_PATH = 'docs/mcp/wire.snapshot.json'

/** The live listing beside the committed one, member by member. */
export function compareWire(live: ToolSnapshot, files: ProjectFiles, observer: Observer): void {
  const text = files.read(WIRE_SNAPSHOT_PATH)
  if (text === null) return observer.say('GOV-PROBE-018', 'not_applicable', `No ${WIRE_SNAPSHOT_PATH} is committed.`)
  const at = { file: WIRE_SNAPSHOT_PATH, line: 1, column: 1 }
  try {
    for (const { kind, tool, pointer } of diffSnapshots(parseSnapshot(text), live).differences) {
      observer.say('GOV-PROBE-018', 'fail', `${kind.replaceAll('_', ' ')}${tool === null ? '' : ` in ${shown(tool)}`}${pointer === '' ? '' : ` at ${shown(pointer)}`}.`, at)
    }
  } catch (error) {
    if (!isGovernedError(error)) throw error
    return observer.say('GOV-PROBE-018', 'fail', `The committed snapshot cannot be read: ${error.code}.`, at)
  }
  observer.sayPassed('GOV-PROBE-018', 'The server lists what was committed.')
}
