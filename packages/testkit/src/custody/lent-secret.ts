import type { Secret } from '@b10x/ports'
import { GovernedError } from '@b10x/ports/errors'

const INSPECT: unique symbol = Symbol.for('nodejs.util.inspect.custom')
const SHOWN = '[secret]'

/** A secret on loan. A class, as only private members are hidden from inspect, JSON and copies alike. */
export class LentSecret implements Secret {
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
}

Object.defineProperty(LentSecret.prototype, INSPECT, { value: () => SHOWN })
