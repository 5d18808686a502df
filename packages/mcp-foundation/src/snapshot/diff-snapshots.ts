import { GovernedError } from '@b10x/ports/errors'
import { isJsonObject } from '../json/is-json-object.ts'
import { canonicalize } from '../json/canonicalize.ts'
import type { JsonValue } from '../json/json-value.ts'
import { escapePointer } from '../json/write-json.ts'
import type { EvidenceDifference, SnapshotDiff, SnapshotDifference, SnapshotTool, ToolSnapshot } from './tool-snapshot.ts'

/** Every difference from `before` (reviewed) to `after` (live), for the operator. Evidence drift is kept apart. */
export function diffSnapshots(before: ToolSnapshot, after: ToolSnapshot): SnapshotDiff {
  const differences = before.digest === after.digest ? [] : [...diffRevisions(before, after), ...diffTools(before, after)]
  return { equal: differences.length === 0, differences, evidence: diffEvidence(before, after) }
}

/**
 * Total equality: one revision, the same names, every canonical descriptor equal.
 * @throws GovernedError `snapshot_mismatch`; its `cause` is the diff, for the operator only
 */
export function assertSnapshotEqual(reviewed: ToolSnapshot, live: ToolSnapshot): void {
  if (reviewed.digest === live.digest) return
  const diff = diffSnapshots(reviewed, live)
  throw new GovernedError('snapshot_mismatch', { differences: diff.differences.length }, { cause: diff })
}

function diffRevisions(before: ToolSnapshot, after: ToolSnapshot): readonly SnapshotDifference[] {
  if (before.protocolVersion === after.protocolVersion) return []
  const versions = { before: before.protocolVersion, after: after.protocolVersion }
  return [{ kind: 'protocol_changed', tool: null, pointer: '', ...versions }]
}

/** Tools are paired by name; a nameless one has only its digest to be known by. */
function diffTools(before: ToolSnapshot, after: ToolSnapshot): readonly SnapshotDifference[] {
  const left = keyTools(before.tools)
  const right = keyTools(after.tools)
  const differences: SnapshotDifference[] = []
  for (const [key, tool] of left) {
    const other = right.get(key)
    if (other === undefined) {
      differences.push({ kind: 'tool_removed', tool: tool.name, pointer: '', before: tool.descriptor })
    } else if (tool.digest !== other.digest) {
      for (const change of diffValues(tool.descriptor, other.descriptor, '')) {
        differences.push({ ...change, tool: tool.name })
      }
    }
  }
  for (const [key, tool] of right) {
    if (!left.has(key)) differences.push({ kind: 'tool_added', tool: tool.name, pointer: '', after: tool.descriptor })
  }
  return differences
}

/** Nameless tools may be equal to one another: they are counted. */
function keyTools(tools: readonly SnapshotTool[]): ReadonlyMap<string, SnapshotTool> {
  const keyed = new Map<string, SnapshotTool>()
  for (const tool of tools) {
    const key = tool.name === null ? `digest ${tool.digest}` : `name ${tool.name}`
    let copy = 0
    while (keyed.has(`${copy} ${key}`)) copy += 1
    keyed.set(`${copy} ${key}`, tool)
  }
  return keyed
}

const EVIDENCE = ['server', 'capabilities', 'instructions'] as const

function diffEvidence(before: ToolSnapshot, after: ToolSnapshot): readonly EvidenceDifference[] {
  return EVIDENCE.flatMap((part) =>
    diffValues(before[part], after[part], '').map(({ kind: _, ...change }) => ({ part, ...change }))
  )
}

interface ValueDifference {
  readonly kind: 'member_added' | 'member_removed' | 'member_changed'
  readonly pointer: string
  readonly before?: JsonValue
  readonly after?: JsonValue
}

/** Recursion is bounded by `maxJsonDepth`. */
function diffValues(before: JsonValue, after: JsonValue, pointer: string): readonly ValueDifference[] {
  if (isContainer(before) && isContainer(after) && Array.isArray(before) === Array.isArray(after)) {
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
    // The order of members is no difference, so it does not order differences either.
    if (!Array.isArray(before)) names.sort()
    return names.flatMap((name) => diffMember(before, after, name, `${pointer}/${escapePointer(name)}`))
  }
  return canonicalize(before) === canonicalize(after) ? [] : [{ kind: 'member_changed', pointer, before, after }]
}

type Container = Readonly<Record<string, JsonValue>>

function diffMember(before: Container, after: Container, name: string, pointer: string): readonly ValueDifference[] {
  const left = Object.hasOwn(before, name) ? before[name] : undefined
  const right = Object.hasOwn(after, name) ? after[name] : undefined
  if (left === undefined) return right === undefined ? [] : [{ kind: 'member_added', pointer, after: right }]
  if (right === undefined) return [{ kind: 'member_removed', pointer, before: left }]
  return diffValues(left, right, pointer)
}

/** An array is walked by its indices, like an object by its names. */
function isContainer(value: JsonValue): value is Container & JsonValue {
  return Array.isArray(value) || isJsonObject(value)
}
