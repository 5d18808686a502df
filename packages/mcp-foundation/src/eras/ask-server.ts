import { GovernedError } from '@b10x/ports/errors'
import type { RequestSender } from '../client/request-sender.ts'
import { readDiscoverResult } from './modern/discover.ts'
import type { EraCodec, ServerFacts } from './era-codec.ts'
import { refusesRevision } from './refuses-revision.ts'

/**
 * Asks a server that was pinned to a modern revision what it is: facts for a snapshot, and the proof that it still
 * speaks that revision.
 * @throws GovernedError `protocol_revision_changed`, `tools_not_offered`
 */
export async function askServer(sender: RequestSender, codec: EraCodec, signal: AbortSignal): Promise<ServerFacts> {
  const { protocolVersion } = codec
  const discovered = await sender.send('server/discover', '', { signal }).then(
    (response) => readDiscoverResult(response.result),
    (error: unknown) => {
      if (refusesRevision(error)) return null
      throw error
    }
  )
  if (discovered === null || !discovered.supportedVersions.includes(protocolVersion)) {
    throw new GovernedError('protocol_revision_changed', { expected: protocolVersion })
  }
  if (!discovered.offersTools) throw new GovernedError('tools_not_offered', {})
  return discovered.facts
}
