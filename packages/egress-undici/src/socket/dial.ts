import type { Socket } from 'node:net'
import type { EgressPhase } from '@b10x/ports'
import { GovernedError } from '@b10x/ports/errors'
import { classifyAddress } from '../destination/classify-address.ts'
import type { Destination } from '../destination/destination.ts'
import type { Resolver } from '../endpoint-binding.ts'
import { explainFailure } from '../exchange/explain-failure.ts'
import { findAddresses } from './find-addresses.ts'
import { openTcp } from './open-tcp.ts'
import { openTunnel } from './open-tunnel.ts'
import { startTls } from './start-tls.ts'

/** Whoever waits for a connection: what may end the waiting, and what wants to know how far it is. */
export interface Dialler {
  readonly signal: AbortSignal
  onPhase(phase: EgressPhase): void
}

/**
 * FLOW: a socket to a destination: one look-up, all answers judged, an address that was judged dialled, TLS against the
 * reviewed name. Another address is tried where one does not answer: nothing was sent yet.
 * @throws GovernedError `address_denied`, `egress_unreachable`; or the reason of the signal
 */
export async function dial(destination: Destination, resolver: Resolver, dialler: Dialler): Promise<Socket> {
  const { signal } = dialler
  dialler.onPhase('dns')
  const [addresses, port] = await whereTo(destination, resolver)
  signal.throwIfAborted()
  dialler.onPhase('connect')
  const socket = await openFirst(addresses, port, signal)
  if (destination.proxy !== null) await phaseOf('connect', signal, openTunnel(socket, destination, signal))
  if (!destination.isSecure) return socket
  dialler.onPhase('tls')
  return phaseOf('tls', signal, startTls(socket, destination, signal))
}

async function whereTo(destination: Destination, resolver: Resolver): Promise<readonly [addresses: readonly string[], port: number]> {
  const { proxy, port } = destination
  if (proxy === null) return [await findAddresses(destination, resolver), port]
  // Its address is as reviewed as its name: any but those of metadata services.
  const isLiteral = classifyAddress(proxy.host).fault !== 'special'
  const answers = isLiteral ? [proxy.host] : await resolver(proxy.host).catch((cause: unknown) => Promise.reject(explainFailure(cause, 'dns', false)))
  if (answers.length === 0) throw new GovernedError('address_denied', { reason: 'none' })
  const addresses = answers.map((answer) => {
    const { address, fault } = classifyAddress(answer)
    if (fault === 'metadata' || fault === 'special') throw new GovernedError('address_denied', { reason: fault })
    return address
  })
  return [addresses, proxy.port]
}

/** How long an address may take while there is another one, in milliseconds: time for a second SYN. */
const ATTEMPT_MS = 3_000

async function openFirst(addresses: readonly string[], port: number, signal: AbortSignal): Promise<Socket> {
  let failure: unknown
  for (const [index, address] of addresses.entries()) {
    const isLast = index === addresses.length - 1
    try {
      return await openTcp(address, port, isLast ? signal : AbortSignal.any([signal, AbortSignal.timeout(ATTEMPT_MS)]))
    } catch (error) {
      signal.throwIfAborted()
      failure = error
    }
  }
  throw explainFailure(failure, 'connect', false)
}

async function phaseOf<T>(phase: EgressPhase, signal: AbortSignal, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    signal.throwIfAborted()
    throw explainFailure(error, phase, false)
  }
}
