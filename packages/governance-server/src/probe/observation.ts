import type { SourcePosition } from '@b10x/governance-rules'

/**
 * What looking at a server showed about one promise. `unproven`: nothing spoke against it, and nothing could have: silence is
 * no pass. `not_applicable`: nothing was promised, or it was not to be tried.
 */
export type Verdict = 'pass' | 'fail' | 'unproven' | 'not_applicable'

export interface Observation {
  /** `GOV-PROBE-001` */
  readonly ruleId: string
  readonly verdict: Verdict
  /** In our words; names of tools are those of the documents, or escaped. */
  readonly message: string
  /** The promise in the documents, where there is one. */
  readonly at: SourcePosition | null
}

/** Says what was seen, rule by rule. */
export interface Observer {
  readonly observations: readonly Observation[]
  say(ruleId: string, verdict: Verdict, message: string, at?: SourcePosition | null): void
  /** `pass` where nothing failed under the rule yet. */
  sayPassed(ruleId: string, message: string): void
}

export function createObserver(): Observer {
  const observations: Observation[] = []
  return {
    observations,
    say: (ruleId, verdict, message, at = null) => void observations.push({ ruleId, verdict, message, at }),
    sayPassed(ruleId, message) {
      if (!observations.some((seen) => seen.ruleId === ruleId && seen.verdict === 'fail')) observations.push({ ruleId, verdict: 'pass', message, at: null })
    }
  }
}

/** A name that a server gave, as it can be shown: no control characters, no direction marks, cut. */
export function shown(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]/g, (letter) => `\\u{${(letter.codePointAt(0) ?? 0).toString(16)}}`)
  return plain.length > 80 ? `${plain.slice(0, 79)}…` : plain
}
