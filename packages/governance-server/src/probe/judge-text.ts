import { findFindings } from '@b10x/mcp-foundation'
import type { ToolSnapshot } from '@b10x/mcp-foundation'
import { shown } from './observation.ts'
import type { Observer } from './observation.ts'

/** Numbers that a double cannot hold are nobody's attack. */
const HARMLESS: ReadonlySet<string> = new Set(['exact_number'])

/** What a person who reads the descriptors does not see. */
export function judgeText(snapshot: ToolSnapshot, observer: Observer): void {
  for (const { tool, kind, pointer } of findFindings(snapshot)) {
    if (!HARMLESS.has(kind)) observer.say('GOV-PROBE-012', 'fail', `${tool === null ? 'The server' : shown(tool)} holds ${kind.replaceAll('_', ' ')} at ${shown(pointer)}.`)
  }
  observer.sayPassed('GOV-PROBE-012', 'No text hides anything.')
}
