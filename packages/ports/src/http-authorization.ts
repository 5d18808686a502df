import type { HeaderList } from './http-exchange.ts'

/** A response that proves that the request did nothing, and says what would be accepted (RFC 9110, 11; RFC 6750, 3). */
export interface AuthorizationChallenge {
  readonly status: 401 | 403
  /** The values of `WWW-Authenticate`, one per line received, at most 16 of 4096 characters each. Text of the server. */
  readonly wwwAuthenticate: readonly string[]
  /** The headers of ours that were refused: to tell an old token from the one that is held now. */
  readonly sent: HeaderList
}

/** Credentials for the requests to one server, that can be renewed. */
export interface HttpAuthorization {
  /** Asked for each request, within its deadline. Empty while there is no credential. */
  headers(signal: AbortSignal): Readonly<Record<string, string>> | Promise<Readonly<Record<string, string>>>
  /**
   * Asked once per status and request. True: other credentials are held now, and the request is sent once more. False:
   * it fails with `credential_rejected`. What it throws becomes the failure of the request, whose outcome is known: the
   * server did nothing.
   */
  answerChallenge(challenge: AuthorizationChallenge, signal: AbortSignal): Promise<boolean>
}
