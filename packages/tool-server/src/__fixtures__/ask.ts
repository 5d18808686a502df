import type { AuthenticationAnswer, Authenticator } from '@b10x/ports'

/** What an authenticator says of a token. */
export async function ask(authenticator: Authenticator, token: string | null): Promise<AuthenticationAnswer> {
  return authenticator.authenticate({ token, header: () => null, signal: new AbortController().signal })
}
