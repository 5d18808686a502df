import type { JsonObject, JsonValue } from '../json/json-value.ts'
import { escapePointer } from '../json/write-json.ts'
import type { SchemaResource } from './schema-index.ts'
import type { RefusalReason } from './verdict.ts'

/** More would not help anybody, and a hostile schema can make millions. */
export const MAX_VIOLATIONS = 8

/** One value being judged by one schema. */
export interface Run {
  /** What is left of the budget. */
  steps: number
  depth: number
  /** Collected when given; otherwise the first failure ends the run. */
  readonly failures: Failure[] | null
  /** Above zero inside of what may fail without failing the whole: branches, `not`, `if`, `contains`. */
  quiet: number
  /** The place in the value, kept only while failures are collected. */
  readonly path: (string | number)[]
  /** The resources on the way here (JSON Schema 2020-12, Core 7.1), or null when no reference asks for them. */
  readonly scope: SchemaResource[] | null
}

/** Where a keyword stands: what a failure is reported with. */
export interface KeywordSite {
  readonly schema: JsonObject
  readonly keyword: string
  /** Pointer below the keyword, or empty. */
  readonly below: string
}

/** A keyword that does not hold at a place of the value. */
export interface Failure {
  /** RFC 6901 pointer into the value. */
  readonly pointer: string
  readonly site: KeywordSite
}

/** What has been looked at in one object or array, for the `unevaluated` keywords (2020-12, Core 11). */
export interface Evaluated {
  readonly names: Set<string>
  allNames: boolean
  /** All items before this position. */
  items: number
  readonly scattered: Set<number>
}

/** One keyword or group of keywords, ready to judge values. False is reported with {@link fail}. */
export type Check = (value: JsonValue, run: Run, evaluated: Evaluated | null) => boolean

/** Ends a run without a verdict. */
export class Undecided extends Error {
  readonly reason: RefusalReason

  constructor(reason: RefusalReason) {
    super(reason)
    this.reason = reason
  }
}

/**
 * Takes steps from the budget: one for a small, constant amount of work.
 * @throws Undecided
 */
export function spend(run: Run, steps: number): void {
  run.steps -= steps
  if (run.steps < 0) throw new Undecided('too_many_steps')
}

/** Reports that a keyword does not hold at the current place, or at a member of it. Always false. */
export function fail(run: Run, site: KeywordSite, below: string = site.below): false {
  if (run.failures !== null && isCollecting(run)) {
    const pointer = run.path.map((token) => `/${escapePointer(String(token))}`).join('')
    run.failures.push({ pointer, site: below === site.below ? site : { ...site, below } })
  }
  return false
}

/** True while further failures are wanted after the first. */
export function isCollecting(run: Run): boolean {
  return run.failures !== null && run.quiet === 0 && run.failures.length < MAX_VIOLATIONS
}

/** Sets cost more than other work. */
const EVALUATED_STEPS = 16

export function nothingEvaluated(): Evaluated {
  return { names: new Set(), allNames: false, items: 0, scattered: new Set() }
}

export function addEvaluated(to: Evaluated, from: Evaluated, run: Run): void {
  spend(run, EVALUATED_STEPS * (1 + from.names.size + from.scattered.size))
  for (const name of from.names) to.names.add(name)
  for (const index of from.scattered) to.scattered.add(index)
  to.allNames ||= from.allNames
  to.items = Math.max(to.items, from.items)
}
