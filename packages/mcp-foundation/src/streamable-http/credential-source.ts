import { GovernedError, isGovernedError } from '@b10x/ports/errors'
import type { HeaderList } from '../transport/transport.ts'
import { UNUSABLE, checkHeaders } from './check-headers.ts'

/** Header names and values, such as `{ authorization: 'Bearer …' }`. */
export type CredentialHeaders = Readonly<Record<string, string>>

/** The credentials for one request: known, or asked for. */
export type CredentialSource = () => HeaderList | Promise<HeaderList>

/**
 * Keeps values in a closure, where `util.inspect` and JSON do not reach.
 * @throws GovernedError `header_invalid` at once for a record; the source of a function rejects with it
 */
export function createCredentialSource(
  headers: CredentialHeaders | (() => CredentialHeaders | Promise<CredentialHeaders>)
): CredentialSource {
  if (typeof headers === 'function') return () => ask(headers)
  const checked = checkHeaders(headers)
  return () => checked
}

async function ask(source: () => CredentialHeaders | Promise<CredentialHeaders>): Promise<HeaderList> {
  try {
    return checkHeaders(await source())
  } catch (error) {
    if (isGovernedError(error)) throw error
    throw new GovernedError('header_invalid', { header: UNUSABLE, reason: 'value' }, { cause: error })
  }
}
