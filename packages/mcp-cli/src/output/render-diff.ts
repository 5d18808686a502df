import type { EvidenceDifference, JsonObject, JsonValue, SnapshotDiff, SnapshotDifference } from '@b10x/mcp-foundation'
import { escapeText, quoteText } from './escape-text.ts'
import { renderInline } from './render-value.ts'
import { shortenPair } from './shorten-pair.ts'
import type { Style } from './style.ts'
import { WIDTH } from './wrap-text.ts'

const MARGIN = '      '

/** A diff as JSON values: complete, absent members absent. */
export function diffMembers(diff: SnapshotDiff): JsonObject {
  return {
    equal: diff.equal,
    differences: diff.differences.map(({ kind, tool, pointer, ...values }) => ({ kind, tool, pointer, ...sides(values) })),
    evidence: diff.evidence.map(({ part, pointer, ...values }) => ({ part, pointer, ...sides(values) }))
  }
}

/** A diff for people: per tool what changed and where, both values shortened around the change. */
export function renderDiff(diff: SnapshotDiff, style: Style): readonly string[] {
  const lines = groupByTool(diff.differences).flatMap(({ title, differences }) => [
    style.bold(title),
    ...differences.flatMap((difference) => renderDifference(difference, style)),
    ''
  ])
  if (diff.evidence.length === 0) return lines
  return [...lines, style.bold('evidence (not part of the digest)'), ...diff.evidence.flatMap((drift) => renderEvidence(drift, style)), '']
}

/** A name as it is, or quoted where it would read as something else. */
export function nameTool(name: string): string {
  return /^[\w./:-]+$/.test(name) ? name : quoteText(name)
}

interface Sides {
  readonly before?: JsonValue
  readonly after?: JsonValue
}

function sides({ before, after }: Sides): Sides {
  return { ...(before === undefined ? {} : { before }), ...(after === undefined ? {} : { after }) }
}

interface Group {
  readonly title: string
  readonly differences: SnapshotDifference[]
}

function groupByTool(differences: readonly SnapshotDifference[]): readonly Group[] {
  const groups: Group[] = []
  for (const difference of differences) {
    const title = titleOf(difference)
    const last = groups.at(-1)
    if (last?.title === title) last.differences.push(difference)
    else groups.push({ title, differences: [difference] })
  }
  return groups
}

function titleOf({ kind, tool }: SnapshotDifference): string {
  if (kind === 'protocol_changed') return 'protocol revision'
  return tool === null ? 'a tool without a name' : nameTool(tool)
}

function renderDifference(difference: SnapshotDifference, style: Style): readonly string[] {
  const { kind, pointer } = difference
  return [`  ${style.yellow(kind)}${pointer === '' ? '' : ` ${escapeText(pointer)}`}`, ...renderSides(difference, style)]
}

function renderEvidence(drift: EvidenceDifference, style: Style): readonly string[] {
  return [`  ${style.yellow(drift.part)}${drift.pointer === '' ? '' : ` ${escapeText(drift.pointer)}`}`, ...renderSides(drift, style)]
}

function renderSides({ before, after }: Sides, style: Style): readonly string[] {
  const [left, right] = shortenPair(
    before === undefined ? null : renderInline(before),
    after === undefined ? null : renderInline(after),
    WIDTH - MARGIN.length - 2
  )
  return [
    ...(left === null ? [] : [`${MARGIN}${style.red(`- ${left}`)}`]),
    ...(right === null ? [] : [`${MARGIN}${style.green(`+ ${right}`)}`])
  ]
}
