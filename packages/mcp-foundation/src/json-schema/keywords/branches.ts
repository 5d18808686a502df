// Keywords that apply further schemas to the same value (JSON Schema 2020-12, Core 10.2).
import { isJsonObject, ownMember } from '../../json/is-json-object.ts'
import type { JsonValue } from '../../json/json-value.ts'
import { escapePointer } from '../../json/write-json.ts'
import { addEvaluated, fail, isCollecting, nothingEvaluated, spend } from '../run.ts'
import type { Check, Evaluated, KeywordSite, Run } from '../run.ts'
import { judge, judgeQuietly } from '../schema-node.ts'
import type { NodeContext, SchemaNode } from '../schema-node.ts'
import { explainBranches } from './explain-branches.ts'

export function checkAllOf({ schema, site, node }: NodeContext): Check | null {
  const nodes = nodesOf('allOf', { schema, site, node })
  if (nodes === null) return null
  return (value, run, evaluated) => {
    let all = true
    for (const each of nodes) {
      if (judge(each, value, run, evaluated)) continue
      all = false
      if (!isCollecting(run)) break
    }
    return all
  }
}

export function checkAnyOf({ schema, site, node }: NodeContext): Check | null {
  const nodes = nodesOf('anyOf', { schema, site, node })
  if (nodes === null) return null
  const here = site('anyOf')
  return (value, run, evaluated) => {
    let any = false
    for (const each of nodes) {
      if (!judgeBranch(each, value, run, evaluated)) continue
      any = true
      // The others matter only to `unevaluated` keywords.
      if (evaluated === null) break
    }
    return any || failBranches(here, nodes, value, run)
  }
}

export function checkOneOf({ schema, site, node }: NodeContext): Check | null {
  const nodes = nodesOf('oneOf', { schema, site, node })
  if (nodes === null) return null
  const here = site('oneOf')
  return (value, run, evaluated) => {
    let count = 0
    for (const each of nodes) {
      if (judgeBranch(each, value, run, evaluated)) count += 1
      if (count > 1) return fail(run, here)
    }
    return count === 1 || failBranches(here, nodes, value, run)
  }
}

export function checkNot({ schema, site, node }: NodeContext): Check | null {
  const not = ownMember(schema, 'not')
  if (not === undefined) return null
  const here = site('not')
  const refused = node(not, here)
  return (value, run) => !judgeQuietly(refused, value, run, null) || fail(run, here)
}

export function checkConditional({ schema, site, node }: NodeContext): Check | null {
  const condition = ownMember(schema, 'if')
  if (condition === undefined) return null
  const test = node(condition, site('if'))
  const [onTrue, onFalse] = ['then', 'else'].map((keyword) => {
    const consequence = ownMember(schema, keyword)
    return consequence === undefined ? null : node(consequence, site(keyword))
  })
  return (value, run, evaluated) => {
    const next = judgeBranch(test, value, run, evaluated) ? onTrue : onFalse
    return next === null || next === undefined || judge(next, value, run, evaluated)
  }
}

/** `dependentSchemas` (10.2.2.4), and `dependencies` where it holds schemas (draft-07, Validation 6.5.7). */
export function checkDependentSchemas({ schema, site, node }: NodeContext): Check | null {
  const entries = ['dependentSchemas', 'dependencies'].flatMap((keyword) => {
    const map = ownMember(schema, keyword)
    const members = isJsonObject(map) ? Object.entries(map) : []
    return members
      .filter(([, each]) => !Array.isArray(each))
      .map(([name, each]) => ({ name, each: node(each, site(keyword, `/${escapePointer(name)}`)) }))
  })
  if (entries.length === 0) return null
  return (value, run, evaluated) => {
    if (!isJsonObject(value)) return true
    let all = true
    for (const { name, each } of entries) {
      spend(run, 1)
      if (!Object.hasOwn(value, name) || judge(each, value, run, evaluated)) continue
      all = false
      if (!isCollecting(run)) break
    }
    return all
  }
}

function nodesOf(keyword: string, { schema, site, node }: Pick<NodeContext, 'schema' | 'site' | 'node'>): readonly SchemaNode[] | null {
  const list = ownMember(schema, keyword)
  if (list === undefined) return null
  return (list as readonly JsonValue[]).map((each, index) => node(each, site(keyword, `/${index}`)))
}

/** What a branch looked at counts only when it holds. */
function judgeBranch(node: SchemaNode, value: JsonValue, run: Run, evaluated: Evaluated | null): boolean {
  if (evaluated === null) return judgeQuietly(node, value, run, null)
  const own = nothingEvaluated()
  if (!judgeQuietly(node, value, run, own)) return false
  addEvaluated(evaluated, own, run)
  return true
}

function failBranches(here: KeywordSite, nodes: readonly SchemaNode[], value: JsonValue, run: Run): false {
  fail(run, here)
  explainBranches(nodes, value, run)
  return false
}
