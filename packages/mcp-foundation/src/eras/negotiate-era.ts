import { GovernedError, hasCode } from '@b10x/ports/errors'
import type { RequestSender } from '../client/request-sender.ts'
import type { Channel } from '../transport/transport.ts'
import { UNSUPPORTED_PROTOCOL_VERSION, classifyProbeError, classifyProbeResult } from './classify-probe.ts'
import type { CorrectableVerdict, FinalVerdict, ProbeVerdict } from './classify-probe.ts'
import type { Negotiated } from './era-codec.ts'
import { initialize } from './legacy/initialize.ts'
import { modernCodec } from './modern/modern-codec.ts'
import { MODERN_REVISIONS, isLegacyRevision, isModernRevision } from './revisions.ts'

/** What negotiation needs to know. */
export interface Negotiation {
  readonly channel: Channel
  readonly sender: RequestSender
  readonly clientInfo: { readonly name: string; readonly version: string }
  /** The revision to speak without asking, or null. */
  readonly pinned: string | null
  readonly probeTimeoutMs: number
  readonly signal: AbortSignal
}

/**
 * FLOW: pinned revision, or probe and judge, or the older handshake (mcp 2026-07-28, versioning).
 * @throws GovernedError `protocol_version_unsupported`, `tools_not_offered`, `header_mismatch`, or what the probe failed with
 */
export async function negotiateEra(negotiation: Negotiation): Promise<Negotiated> {
  const { pinned, sender } = negotiation
  const { transport } = negotiation.channel.endpoint
  if (pinned !== null) return speakPinned(negotiation, pinned)
  // The transport is older than discovery: nothing but the handshake was ever spoken over it.
  if (transport === 'sse') return handshakeOf(negotiation)
  sender.speak(modernCodec(MODERN_REVISIONS[0], negotiation.clientInfo))
  return transport === 'stdio' ? negotiateStdio(negotiation) : negotiateHttp(negotiation)
}

/** With a pin there is no probe: exactly that revision, and any other answer is a change. */
async function speakPinned(negotiation: Negotiation, pinned: string): Promise<Negotiated> {
  const { sender, clientInfo, signal } = negotiation
  if (isLegacyRevision(pinned)) return initialize({ sender, clientInfo, signal, pinned })
  if (!isModernRevision(pinned)) throw new GovernedError('protocol_version_unsupported', { requested: pinned, offered: [] })
  const codec = modernCodec(pinned, clientInfo)
  sender.speak(codec)
  return { codec, facts: null, restarted: false, hasSession: false }
}

async function negotiateHttp(negotiation: Negotiation): Promise<Negotiated> {
  return settle(negotiation, await probe(negotiation))
}

/**
 * The probe goes to the one process. A program that dies of it is started once more for the older handshake; one that
 * stays silent (it may still be starting) gets the handshake too, and whichever answer comes first decides.
 */
async function negotiateStdio(negotiation: Negotiation): Promise<Negotiated> {
  const giveUpProbe = new AbortController()
  const probing = probe({ ...negotiation, signal: AbortSignal.any([negotiation.signal, giveUpProbe.signal]) })
  const first = await orSilent(probing, negotiation.probeTimeoutMs)
  if (first !== 'silent') return diedOf(first, negotiation) ? startAgain(negotiation) : settle(negotiation, first)
  const giveUpHandshake = new AbortController()
  const signal = AbortSignal.any([negotiation.signal, giveUpHandshake.signal])
  const handshake = handshakeOf({ ...negotiation, signal }).catch((error: unknown) => ({ kind: 'failed' as const, error }))
  const sooner = await Promise.race([handshake, whenModern(probing)])
  // Modern servers refuse the handshake with their versions: the answer to the probe is on its way.
  const winner = 'error' in sooner && refusesVersion(sooner.error) ? await probing : sooner
  if ('codec' in winner) {
    giveUpProbe.abort(new GovernedError('cancelled', {}))
    return winner
  }
  giveUpHandshake.abort(new GovernedError('cancelled', {}))
  return diedOf(winner, negotiation) ? startAgain(negotiation) : settle(negotiation, winner)
}

function refusesVersion(error: unknown): boolean {
  return hasCode(error, 'remote_error') && error.details.rpcCode === UNSUPPORTED_PROTOCOL_VERSION
}

function diedOf(verdict: ProbeVerdict, { channel }: Negotiation): boolean {
  return verdict.kind === 'failed' && hasCode(verdict.error, 'process_exited') && channel.restart !== undefined
}

async function startAgain(negotiation: Negotiation): Promise<Negotiated> {
  await negotiation.channel.restart?.(negotiation.signal)
  return { ...(await handshakeOf(negotiation)), restarted: true }
}

/** A late answer decides only when it is a modern one; the handshake is on its way for every other. */
async function whenModern(probing: Promise<ProbeVerdict>): Promise<ProbeVerdict> {
  const verdict = await probing
  return verdict.kind === 'modern' ? verdict : new Promise<never>(() => {})
}

async function probe({ sender, signal }: Negotiation): Promise<ProbeVerdict> {
  try {
    return classifyProbeResult((await sender.send('server/discover', '', { signal })).result)
  } catch (error) {
    return classifyProbeError(error)
  }
}

async function settle(negotiation: Negotiation, verdict: ProbeVerdict): Promise<Negotiated> {
  const last = verdict.kind === 'correctable' ? await probeAgain(negotiation, verdict) : verdict
  return last.kind === 'legacy' ? handshakeOf(negotiation) : settleModern(negotiation, last)
}

/** Once, in the revision that the server named. */
async function probeAgain(negotiation: Negotiation, { revision, otherwise }: CorrectableVerdict): Promise<FinalVerdict> {
  negotiation.sender.speak(modernCodec(revision, negotiation.clientInfo))
  const verdict = await probe(negotiation)
  return verdict.kind === 'correctable' ? otherwise : verdict
}

async function settleModern({ clientInfo, sender }: Negotiation, verdict: FinalVerdict): Promise<Negotiated> {
  switch (verdict.kind) {
    case 'modern': {
      if (!verdict.discovered.offersTools) throw new GovernedError('tools_not_offered', {})
      const codec = modernCodec(verdict.revision, clientInfo)
      sender.speak(codec)
      return { codec, facts: verdict.discovered.facts, restarted: false, hasSession: false }
    }
    case 'unsupported':
      throw new GovernedError('protocol_version_unsupported', { requested: null, offered: verdict.offered })
    case 'failed':
      throw verdict.error
    case 'legacy':
      throw new GovernedError('protocol_version_unsupported', { requested: null, offered: [] })
  }
}

/** The handshake carries nothing of the modern envelope. */
async function handshakeOf({ sender, clientInfo, signal }: Negotiation): Promise<Negotiated> {
  sender.speak(null)
  return initialize({ sender, clientInfo, signal, pinned: null })
}

/** `silent` when nothing was said in time. The probe itself ends with the connect deadline. */
async function orSilent(probing: Promise<ProbeVerdict>, timeoutMs: number): Promise<ProbeVerdict | 'silent'> {
  let timer: NodeJS.Timeout | undefined
  const silence = new Promise<'silent'>((resolve) => (timer = setTimeout(resolve, timeoutMs, 'silent')))
  try {
    return await Promise.race([probing, silence])
  } finally {
    clearTimeout(timer)
  }
}
