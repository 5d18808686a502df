import { GovernedError } from '@b10x/ports/errors'
import type { Destination } from '../destination/destination.ts'
import { judgeAddress } from '../destination/judge-address.ts'
import type { Resolver } from '../endpoint-binding.ts'

/** More answers than any service has; the rest would only be judged. */
const MAX_ANSWERS = 64

/**
 * The addresses that may be dialled, IPv4 first, after one look-up whose answers are all judged: one that is refused refuses
 * all, or an attacker's name would pick which one is dialled.
 * @throws GovernedError `address_denied`, `egress_unreachable` (dns)
 */
export async function findAddresses(destination: Destination, resolver: Resolver): Promise<readonly string[]> {
  const { host, isLiteral, ranges, mayBeLoopback, isSecure } = destination
  const answers = isLiteral ? [host] : await lookUp(host, resolver)
  if (answers.length === 0) throw new GovernedError('address_denied', { reason: 'none' })
  if (answers.length > MAX_ANSWERS) throw new GovernedError('address_denied', { reason: 'special' })
  const addresses = answers.map((answer) => {
    const judged = judgeAddress(answer, { ranges, mayBeLoopback, loopbackOnly: !isSecure })
    if (judged.fault !== null) throw new GovernedError('address_denied', { reason: judged.fault })
    return judged.address
  })
  return [...new Set(addresses)].sort((a, b) => Number(a.includes(':')) - Number(b.includes(':')))
}

async function lookUp(host: string, resolver: Resolver): Promise<readonly string[]> {
  try {
    return await resolver(host)
  } catch (cause) {
    throw new GovernedError('egress_unreachable', { phase: 'dns', reason: 'dns', maybeDelivered: false }, { cause })
  }
}
