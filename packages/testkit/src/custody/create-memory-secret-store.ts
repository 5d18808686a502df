import type { CredentialRef, SecretStore } from '@b10x/ports'
import { GovernedError } from '@b10x/ports/errors'
import { LentSecret } from './lent-secret.ts'

/** Secrets in memory, and who asked for them. */
export interface MemorySecretStore extends SecretStore {
  /** Each loan by its reference, in order; also those that failed. */
  readonly loans: readonly CredentialRef[]
  /** Loans that run now. */
  readonly open: number
  set(ref: CredentialRef, value: string): void
  delete(ref: CredentialRef): void
  /** From now on every loan fails with this; null ends it. */
  failWith(error: Error | null): void
}

/** A secret store for tests. @param entries secrets by reference */
export function createMemorySecretStore(entries: Readonly<Record<CredentialRef, string>> = {}): MemorySecretStore {
  const secrets = new Map(Object.entries(entries))
  const loans: CredentialRef[] = []
  let open = 0
  let failure: Error | null = null

  return {
    loans,
    get open() {
      return open
    },
    set: (ref, value) => void secrets.set(ref, value),
    delete: (ref) => void secrets.delete(ref),
    failWith: (error) => void (failure = error),
    async withSecret(ref, use) {
      loans.push(ref)
      if (failure !== null) throw new GovernedError('secret_unavailable', { reason: 'store' }, { cause: failure })
      const value = secrets.get(ref)
      if (value === undefined) throw new GovernedError('secret_unavailable', { reason: 'missing' })
      const secret = new LentSecret(value)
      open += 1
      try {
        return await use(secret)
      } finally {
        open -= 1
        secret.endLoan()
      }
    }
  }
}
