import type { HttpAuthorization } from '@b10x/ports'
import { GovernedError, isGovernedError } from '@b10x/ports/errors'
import type { HeaderList } from '../transport/transport.ts'
import { UNUSABLE, checkHeaders } from './check-headers.ts'

/** Header names and values, such as `{ authorization: 'Bearer …' }`. */
export type CredentialHeaders = Readonly<Record<string, string>>

/** Where the credentials of each request come from. */
export interface CredentialSource {
  /** The same for all requests; null where they have to be asked for. */
  known(): HeaderList | null
  /** Those of one request. @param signal tells that nobody waits for them any more */
  ask(signal: AbortSignal): Promise<HeaderList>
  /** Null where nobody answers challenges. */
  readonly answer: HttpAuthorization['answerChallenge'] | null
}

type HeaderFunction = () => CredentialHeaders | Promise<CredentialHeaders>

/**
 * Keeps values in a closure, where `util.inspect` and JSON do not reach.
 * @throws GovernedError `header_invalid` at once for a record; `ask` rejects with it for a function, for an authorization,
 *   and for a name that both give. What an authorization throws is handed on when it is a GovernedError
 */
export function createCredentialSource(headers: CredentialHeaders | HeaderFunction, authorization: HttpAuthorization | null = null): CredentialSource {
  const fixed = typeof headers === 'function' ? null : checkHeaders(headers)
  const own = async (): Promise<HeaderList> => fixed ?? (await askFor(headers as HeaderFunction))
  if (authorization === null) return { known: () => fixed, ask: own, answer: null }
  const both = async (signal: AbortSignal): Promise<HeaderList> => {
    const [first, second] = [await own(), await askFor(() => authorization.headers(signal))]
    const [twice] = first.find(([name]) => second.some(([other]) => other === name)) ?? []
    if (twice !== undefined) throw new GovernedError('header_invalid', { header: twice, reason: 'name' })
    return [...first, ...second]
  }
  return { known: () => null, ask: both, answer: (challenge, signal) => authorization.answerChallenge(challenge, signal) }
}

async function askFor(source: HeaderFunction): Promise<HeaderList> {
  try {
    return checkHeaders(await source())
  } catch (error) {
    if (isGovernedError(error)) throw error
    throw new GovernedError('header_invalid', { header: UNUSABLE, reason: 'value' }, { cause: error })
  }
}
