import type { Gate } from '../list-gates.ts'
import type { Measurements } from './measurements.ts'

/** The clients that others released. */
const RIVALS = ['sdk1', 'sdk2', 'sdk2-legacy', 'ai-sdk'] as const

export interface Judgement {
  readonly gate: Gate
  /** Ours, or ours divided by what the gate names; null when either was not measured. */
  readonly value: number | null
  readonly holds: boolean
}

/** Figures of which more is better; of all others less is. */
function isRate(figure: string): boolean {
  return figure === 'callsPerSecond' || figure === 'refused'
}

/** What was not measured does not hold. */
export function judgeGate(gate: Gate, measured: Measurements): Judgement {
  const value = gate.per === 'nothing' ? measured.medianOf(gate.case, 'ours', gate.figure) : ratioTo(gate.per, gate.case, gate.figure, measured)
  const holds = value !== null && value <= (gate.atMost ?? Infinity) && value >= (gate.atLeast ?? -Infinity)
  return { gate, value, holds }
}

/** Ours divided by another, or by the best of the rivals; null when there is nothing to divide by. */
export function ratioTo(other: string, benchCase: string, figure: string, measured: Measurements): number | null {
  const mine = measured.medianOf(benchCase, 'ours', figure)
  const theirs = other === 'best' ? bestRival(benchCase, figure, measured) : measured.medianOf(benchCase, other, figure)
  return mine === null || theirs === null || theirs <= 0 ? null : mine / theirs
}

function bestRival(benchCase: string, figure: string, measured: Measurements): number | null {
  const all = RIVALS.flatMap((rival) => measured.medianOf(benchCase, rival, figure) ?? [])
  if (all.length === 0) return null
  return isRate(figure) ? Math.max(...all) : Math.min(...all)
}
