import { diffSnapshots, parseSnapshot } from '@b10x/mcp-foundation'
import type { ToolSnapshot } from '@b10x/mcp-foundation'
import { DOCUMENT_PATHS, readContract } from '@b10x/governance-rules'
import type { ChangeSet, Finding, ProjectFiles } from '@b10x/governance-rules'
import { isGovernedError } from '@b10x/ports/errors'
import { compareCapabilities } from './compare-capabilities.ts'
import { compareTools } from './compare-tools.ts'
import { WIRE_SNAPSHOT_PATH } from './compare-wire.ts'
import { createObserver, shown } from './observation.ts'
import { toFindings } from './to-findings.ts'

/** Documents that promise what a server lists and declares. */
const PROMISES: ReadonlySet<string> = new Set([DOCUMENT_PATHS.registry, DOCUMENT_PATHS.capabilities, DOCUMENT_PATHS.serverSpec])

/**
 * What a committed snapshot shows without a server: it beside the documents, and, over a change, it beside the one at the
 * base. So code that changes what a server can do is seen however it is written.
 */
export function checkCommittedWire(files: ProjectFiles, change: ChangeSet | undefined): readonly Finding[] {
  const observer = createObserver()
  const at = { file: WIRE_SNAPSHOT_PATH, line: 1, column: 1 }
  const head = parse(files)
  if (head === 'unreadable') observer.say('GOV-PROBE-018', 'fail', 'The committed snapshot cannot be read.', at)
  else if (head !== null) {
    const contract = readContract(files)
    compareTools(head, contract.registry, observer)
    compareCapabilities(head, contract, observer)
    const base = change === undefined ? null : parse(change.base)
    const changed = base === null || base === 'unreadable' ? [] : changesBetween(base, head)
    if (changed.length > 0 && change?.files.some(({ path, kind }) => PROMISES.has(path) && kind !== 'deleted') !== true) {
      observer.say('GOV-PROBE-019', 'fail', `On the wire changed ${changed.join(', ')}, and no document that promises it.`, at)
    }
  }
  return toFindings(observer.observations)
}

function parse(files: ProjectFiles): ToolSnapshot | 'unreadable' | null {
  const text = files.read(WIRE_SNAPSHOT_PATH)
  if (text === null) return null
  try {
    return parseSnapshot(text)
  } catch (error) {
    if (!isGovernedError(error)) throw error
    return 'unreadable'
  }
}

function changesBetween(base: ToolSnapshot, head: ToolSnapshot): readonly string[] {
  const { differences } = diffSnapshots(base, head)
  const tools = new Set(differences.map(({ tool }) => (tool === null ? 'the revision' : shown(tool))))
  // Capabilities are evidence to a snapshot, and a promise here.
  return [...tools, ...(JSON.stringify(base.capabilities) === JSON.stringify(head.capabilities) ? [] : ['the capabilities'])]
}
