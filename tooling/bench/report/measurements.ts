import type { Figures, Subject } from '../cases/order.ts'
import { median } from './median.ts'

/** Every value of a figure, by case, client and name. */
export type Values = Record<string, Record<string, Record<string, number[]>>>

/** What a run measured, and what it could not. */
export interface Measurements {
  add(benchCase: string, subject: Subject, figures: Figures): void
  fail(benchCase: string, subject: Subject): void
  /** The median over the rounds, or null where nothing was measured or a round failed. */
  medianOf(benchCase: string, subject: string, figure: string): number | null
  /** Cases in the order measured, each with its figures. */
  listFigures(): readonly { readonly case: string; readonly figure: string }[]
  readonly values: Values
}

export function createMeasurements(values: Values = {}): Measurements {
  const failed = new Set<string>()
  return {
    add(benchCase, subject, figures) {
      const all = ((values[benchCase] ??= {})[subject] ??= {})
      for (const [name, value] of Object.entries(figures)) (all[name] ??= []).push(value)
    },
    fail: (benchCase, subject) => void failed.add(`${benchCase} ${subject}`),
    medianOf(benchCase, subject, figure) {
      const all = values[benchCase]?.[subject]?.[figure]
      return all === undefined || failed.has(`${benchCase} ${subject}`) ? null : median(all)
    },
    listFigures: () =>
      Object.entries(values).flatMap(([name, subjects]) => {
        const figures = new Set(Object.values(subjects).flatMap((all) => Object.keys(all)))
        return [...figures].map((figure) => ({ case: name, figure }))
      }),
    values
  }
}
