import type { AuthenticationAnswer, Authenticator } from '@b10x/ports'

/** What an authenticator says of a token. */
export function ask(authenticator: Authenticator, token: string | null): AuthenticationAnswer | Promise<AuthenticationAnswer> {
  return authenticator.authenticate({ token, header: () => null, signal: new AbortController().signal })
}
