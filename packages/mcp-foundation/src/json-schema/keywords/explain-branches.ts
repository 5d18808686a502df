import type { JsonValue } from '../../json/json-value.ts'
import { MAX_VIOLATIONS, isCollecting } from '../run.ts'
import type { Failure, Run } from '../run.ts'
import { judge } from '../schema-node.ts'
import type { SchemaNode } from '../schema-node.ts'

/**
 * When no branch holds, and the value is of the kind of exactly one of them, reports what fails in that one: for
 * `string or null` what is wrong with the string, for a tagged union what is wrong with the tagged variant.
 */
export function explainBranches(nodes: readonly SchemaNode[], value: JsonValue, run: Run): void {
  if (!isCollecting(run)) return
  const ofKind = nodes.map((node) => failuresOf(node, value, run)).filter((failures) => !isOfAnotherKind(failures, run.path.length))
  const tagged = ofKind.length === 1 ? ofKind : ofKind.filter((failures) => !isTaggedOtherwise(failures, run.path.length))
  const [meant] = tagged
  if (tagged.length === 1 && meant !== undefined) run.failures?.push(...meant.slice(0, MAX_VIOLATIONS - run.failures.length))
}

function failuresOf(node: SchemaNode, value: JsonValue, run: Run): readonly Failure[] {
  const failures: Failure[] = []
  const branch: Run = { ...run, failures, path: [...run.path] }
  judge(node, value, branch, null)
  run.steps = branch.steps
  return failures
}

/** Fails at this very place in what says which values are meant. */
function isOfAnotherKind(failures: readonly Failure[], depth: number): boolean {
  return failures.some(({ pointer, site }) => depthOf(pointer) === depth && ['type', 'const', 'enum'].includes(site.keyword))
}

/** Fails in the value of a member that may be a tag. */
function isTaggedOtherwise(failures: readonly Failure[], depth: number): boolean {
  return failures.some(({ pointer, site }) => depthOf(pointer) === depth + 1 && ['const', 'enum'].includes(site.keyword))
}

function depthOf(pointer: string): number {
  return pointer.split('/').length - 1
}
