import type { CliIo } from '@b10x/mcp-cli/command-line'
import type { Secret, SecretStore } from '@b10x/ports'
import { GovernedError } from '@b10x/ports/errors'

const INSPECT: unique symbol = Symbol.for('nodejs.util.inspect.custom')
const SHOWN = '[secret]'

/** A secret on loan. A class, as only private members are hidden from inspect, JSON and copies alike. */
class LentVariable implements Secret {
  #value: string | null

  constructor(value: string) {
    this.#value = value
  }

  reveal(): string {
    if (this.#value === null) throw new GovernedError('secret_unavailable', { reason: 'loan_ended' })
    return this.#value
  }

  endLoan(): void {
    this.#value = null
  }

  toString(): string {
    return SHOWN
  }

  toJSON(): string {
    return SHOWN
  }

  [INSPECT](): string {
    return SHOWN
  }
}

/** Lends one variable of the environment under the one reference of a profile, and nothing else. */
export function environmentSecrets(credentialRef: string | null, variable: string | null, { env }: CliIo): SecretStore {
  return {
    async withSecret(ref, use) {
      const value = variable === null || ref !== credentialRef ? undefined : env[variable]
      if (value === undefined) throw new GovernedError('secret_unavailable', { reason: 'missing' })
      const secret = new LentVariable(value)
      try {
        return await use(secret)
      } finally {
        secret.endLoan()
      }
    }
  }
}

/**
 * The variable has to be there before anything is connected.
 * @throws GovernedError `variable_missing`
 */
export function demandVariable(variable: string | null, { env }: CliIo): void {
  if (variable !== null && (!Object.hasOwn(env, variable) || env[variable] === undefined)) throw new GovernedError('variable_missing', { names: [variable] })
}
