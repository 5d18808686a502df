/** Names a secret in custody. It holds none of it. */
export type CredentialRef = string

/**
 * A secret on loan. It shows nothing of itself to inspect, JSON, string conversion or a copy, and cannot be revealed
 * after the loan has ended.
 */
export interface Secret {
  /** @throws GovernedError `secret_unavailable` (`loan_ended`) */
  reveal(): string
}

/** Where credentials are kept. They leave it for the length of one function. */
export interface SecretStore {
  /**
   * Lends a secret for as long as `use` runs, then takes it back. Nothing is cached: the secret is the one that is held
   * now. What `use` throws is thrown on.
   * @throws GovernedError `secret_unavailable`; the store's own error is its `cause`
   */
  withSecret<T>(ref: CredentialRef, use: (secret: Secret) => T | Promise<T>): Promise<T>
}
