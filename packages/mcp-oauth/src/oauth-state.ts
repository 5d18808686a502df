/**
 * What survives between processes: tokens, the registration of the client, and the authorization that the user is busy
 * with. A secret from end to end: encrypt it at rest, and never put it into a prompt, an agent's memory, a job or a
 * transcript. It is plain JSON; what is in it may grow.
 */
export interface OAuthState {
  readonly format: 'b10x.oauth-state.v1'
  /** Changes with every save. */
  readonly revision: number
  readonly [member: string]: unknown
}

/** Where the state is kept. */
export interface OAuthStateStore {
  /** What was saved last, or null or undefined. */
  load(): OAuthState | null | undefined | Promise<OAuthState | null | undefined>
  /**
   * Saves `next` where what is stored now has the revision `expected` (null: nothing is stored). False, and nothing
   * saved, where it has another: somebody else was faster, and theirs is to be used.
   */
  compareAndSet(expected: number | null, next: OAuthState): boolean | Promise<boolean>
}
