import { GovernedError } from '@b10x/ports/errors'
import { OAUTH_BOUNDS } from '../bounds.ts'
import type { StoredServer, StoredTokens } from '../state/stored-state.ts'
import { coversScopes } from './scope-set.ts'

type StepUps = NonNullable<StoredServer['stepUps']>

/** What a refusal for lack of scope is judged by. */
export interface StepUp {
  readonly tokens: StoredTokens | null
  readonly challenged: readonly string[]
  /** What would be asked for. */
  readonly wanted: readonly string[]
  readonly now: number
}

/**
 * Asking again has to be able to help: the server named scopes that the token does not have, they were not asked for in
 * vain just now, and it did not ask for more and more (MCP 2026-07-28, Step-Up Authorization Flow).
 *
 * @throws GovernedError `scope_insufficient`
 */
export function checkStepUp({ tokens, challenged, wanted, now }: StepUp, stepUps: StepUps): void {
  const recent = recentStepUps(stepUps, now)
  const granted = tokens !== null && coversScopes(tokens.scopes, challenged)
  const repeated = recent.some(({ scopes }) => coversScopes(scopes, wanted))
  if (challenged.length === 0 || granted || repeated || recent.length >= OAUTH_BOUNDS.maxStepUps) {
    throw new GovernedError('scope_insufficient', {})
  }
}

/** Those that count, with one more. */
export function addStepUp(stepUps: StepUps, scopes: readonly string[], now: number): StepUps {
  return [...recentStepUps(stepUps, now), { scopes, at: now }]
}

function recentStepUps(stepUps: StepUps, now: number): StepUps {
  return stepUps.filter(({ at }) => Math.abs(now - at) < OAUTH_BOUNDS.stepUpWindowMs)
}
