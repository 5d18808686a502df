import { GovernedError } from '@b10x/ports/errors'
import { attachOperatorFacts } from '../output/operator-text.ts'

/** Why a file or folder that holds logins is not touched. */
export type LoginStateProblem = 'not_a_folder' | 'not_a_file' | 'link' | 'other_owner' | 'open_to_others' | 'too_large' | 'not_a_login' | 'io'

/**
 * Ends the command because what keeps logins cannot be trusted or used; the place and the problem go beside the error.
 * @throws GovernedError `oauth_state_invalid`
 */
export function refuseLoginState(reason: 'load' | 'save' | 'format', file: string, problem: LoginStateProblem, cause?: unknown): never {
  const error = new GovernedError('oauth_state_invalid', { reason }, cause === undefined ? {} : { cause })
  throw attachOperatorFacts(error, { file, problem }) as GovernedError
}
