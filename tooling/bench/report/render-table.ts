import type { Gate } from '../list-gates.ts'
import { judgeGate, ratioTo, type Judgement } from './judge-gates.ts'
import type { Measurements } from './measurements.ts'

const COLUMNS = ['ours', 'ours-legacy', 'raw', 'sdk1', 'sdk2', 'sdk2-legacy', 'ai-sdk', 'canonicalize'] as const
const HEADS = ['case', 'figure', ...COLUMNS, 'ours/raw', 'ours/best peer', 'gate', 'holds'] as const

/** One row per case and figure, as Markdown. */
export function renderTable(measured: Measurements, gates: readonly Gate[]): string {
  const rows = measured.listFigures().map(({ case: name, figure }) => {
    const judged = gates.filter((gate) => gate.case === name && gate.figure === figure).map((gate) => judgeGate(gate, measured))
    const cells = COLUMNS.map((column) => formatNumber(measured.medianOf(name, column, figure)))
    const ratios = ['raw', 'best'].map((other) => formatNumber(ratioTo(other, name, figure, measured)))
    return [name, figure, ...cells, ...ratios, judged.map(describeGate).join('; '), judged.map(({ holds }) => (holds ? 'yes' : '**NO**')).join('; ')]
  })
  return [HEADS, HEADS.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

/** Each target with what was measured. */
export function renderGates(measured: Measurements, gates: readonly Gate[]): string {
  const rows = gates.map((gate) => {
    const { value, holds } = judgeGate(gate, measured)
    return [gate.id, `${gate.case} ${gate.figure}`, describePer(gate.per), describeLimit(gate), formatNumber(value), holds ? 'yes' : '**NO**']
  })
  const heads = ['target', 'what', 'against', 'limit', 'measured', 'holds']
  return [heads, heads.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

function describeGate({ gate, value }: Judgement): string {
  return `${gate.id} ${describeLimit(gate)}${gate.per === 'nothing' ? '' : ` x ${describePer(gate.per)} (${formatNumber(value)})`}`
}

function describePer(per: Gate['per']): string {
  if (per === 'nothing') return '-'
  return per === 'best' ? 'best peer' : per
}

function describeLimit({ atMost, atLeast }: Gate): string {
  return atMost === undefined ? `>= ${formatNumber(atLeast ?? null)}` : `<= ${formatNumber(atMost)}`
}

/** Three digits that count; a dash where there is no number. */
export function formatNumber(value: number | null): string {
  if (value === null) return '-'
  if (Number.isInteger(value) || Math.abs(value) >= 1_000) return String(Math.round(value))
  return String(Number(value.toPrecision(3)))
}
