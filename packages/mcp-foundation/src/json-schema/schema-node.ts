import type { JsonObject, JsonValue } from '../json/json-value.ts'
import type { Dialect } from './keyword-forms.ts'
import { Undecided, addEvaluated, isCollecting, nothingEvaluated, spend } from './run.ts'
import type { Check, Evaluated, KeywordSite, Run } from './run.ts'
import type { SchemaResource } from './schema-index.ts'

/** A subschema that can judge. Its checks are made when it first does. */
export interface SchemaNode {
  readonly schema: JsonObject | boolean
  readonly resource: SchemaResource
  checks(): NodeChecks
}

export interface NodeChecks {
  readonly checks: readonly Check[]
  /** The `unevaluated` keywords: judged last, and only when all others hold. */
  readonly unevaluated: readonly Check[]
}

/** What the keywords of one subschema are made into checks with. */
export interface NodeContext {
  readonly schema: JsonObject
  readonly dialect: Dialect
  site(keyword: string, below?: string): KeywordSite
  /** @param site what `false` in place of a subschema is reported with */
  node(schema: JsonValue, site: KeywordSite): SchemaNode
  /** The place that a reference leads to, statically. */
  reference(written: string, site: KeywordSite): SchemaNode
  /** The node of a schema in another resource. */
  nodeIn(resource: SchemaResource, schema: JsonObject): SchemaNode
}

/** Nodes in nodes. Two frames of ours each; the stack of Node holds about four times as many. */
const MAX_DEPTH = 1_200

/**
 * Judges a value. False is reported in the run.
 * @param evaluated what is filled where somebody further up has `unevaluated` keywords for this same value
 * @throws Undecided
 */
export function judge(node: SchemaNode, value: JsonValue, run: Run, evaluated: Evaluated | null): boolean {
  const { checks, unevaluated } = node.checks()
  spend(run, 1 + checks.length)
  if (run.depth >= MAX_DEPTH) throw new Undecided('too_deep')
  run.depth += 1
  const entersResource = run.scope !== null && run.scope.at(-1) !== node.resource
  if (entersResource) run.scope.push(node.resource)
  const own = unevaluated.length === 0 ? evaluated : nothingEvaluated()
  const holds = judgeAll(checks, value, run, own) && judgeAll(unevaluated, value, run, own)
  if (holds && own !== null && evaluated !== null && own !== evaluated) addEvaluated(evaluated, own, run)
  if (entersResource) run.scope.pop()
  run.depth -= 1
  return holds
}

function judgeAll(checks: readonly Check[], value: JsonValue, run: Run, evaluated: Evaluated | null): boolean {
  let holds = true
  for (const check of checks) {
    if (check(value, run, evaluated)) continue
    holds = false
    if (!isCollecting(run)) break
  }
  return holds
}

/** Judges a member or element of the value at the current place. */
export function judgeMember(node: SchemaNode, member: string | number, value: JsonValue, run: Run): boolean {
  if (run.failures === null) return judge(node, value, run, null)
  run.path.push(member)
  const holds = judge(node, value, run, null)
  run.path.pop()
  return holds
}

/** Judges without reporting: what is asked may fail. */
export function judgeQuietly(node: SchemaNode, value: JsonValue, run: Run, evaluated: Evaluated | null): boolean {
  run.quiet += 1
  const holds = judge(node, value, run, evaluated)
  run.quiet -= 1
  return holds
}
