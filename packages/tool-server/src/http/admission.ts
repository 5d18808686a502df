import type { Principal } from '@b10x/ports'
import type { RequestHead } from './request-head.ts'

/** A request that does not come in. */
export interface Refusal {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Who comes in, and what the next steps may ask. */
export interface Admission {
  readonly principal: Principal | null
}

/** What stands before the body: Host, Origin, bearer, limits. */
export interface Front {
  check(head: RequestHead): Admission | Refusal | Promise<Admission | Refusal>
}
