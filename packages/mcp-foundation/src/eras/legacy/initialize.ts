import { GovernedError } from '@b10x/ports/errors'
import { isJsonObject, ownMember } from '../../json/is-json-object.ts'
import { writeJson } from '../../json/write-json.ts'
import type { RequestSender } from '../../client/request-sender.ts'
import type { Negotiated } from '../era-codec.ts'
import { memberOrNull } from '../era-codec.ts'
import { refusesRevision } from '../refuses-revision.ts'
import { LEGACY_REVISIONS, datedRevisions, isLegacyRevision } from '../revisions.ts'
import type { LegacyRevision } from '../revisions.ts'
import { legacyCodec } from './legacy-codec.ts'

/** What the older handshake needs to know. */
export interface Handshake {
  readonly sender: RequestSender
  readonly clientInfo: { readonly name: string; readonly version: string }
  readonly signal: AbortSignal
  /** Speak exactly this one; any other answer is a change. */
  readonly pinned: LegacyRevision | null
}

/**
 * `initialize`, then `notifications/initialized` (MCP 2025-11-25, lifecycle).
 * @throws GovernedError `protocol_revision_changed` when pinned, `protocol_version_unsupported`, `tools_not_offered`,
 *   `response_invalid` result_shape
 */
export async function initialize({ sender, clientInfo, signal, pinned }: Handshake): Promise<Negotiated> {
  const asked = pinned ?? LEGACY_REVISIONS[0]
  const params = `"protocolVersion":"${asked}","capabilities":{},"clientInfo":${writeJson(
    { name: clientInfo.name, version: clientInfo.version },
    { sorted: false, indent: 0 }
  )}`
  const response = await sender.send('initialize', params, { signal }).catch((error: unknown) => {
    // Where an older server would offer another revision, one without handshakes answers -32022 (2026-07-28, versioning).
    if (pinned === null || !refusesRevision(error)) throw error
    throw new GovernedError('protocol_revision_changed', { expected: pinned }, { cause: error })
  })
  const result = response.result
  if (!isJsonObject(result)) throw new GovernedError('response_invalid', { reason: 'result_shape', status: response.status })
  const revision = ownMember(result, 'protocolVersion')
  if (pinned !== null && revision !== pinned) throw new GovernedError('protocol_revision_changed', { expected: pinned })
  if (!isLegacyRevision(revision)) {
    throw new GovernedError('protocol_version_unsupported', { requested: asked, offered: datedRevisions([revision]) })
  }
  const capabilities = ownMember(result, 'capabilities')
  if (!isJsonObject(capabilities)) {
    throw new GovernedError('response_invalid', { reason: 'result_shape', status: response.status })
  }
  if (!Object.hasOwn(capabilities, 'tools')) throw new GovernedError('tools_not_offered', {})
  signal.throwIfAborted()
  const codec = legacyCodec(revision, response.sessionId)
  sender.speak(codec)
  await sender.notify('notifications/initialized', '')
  return {
    codec,
    facts: {
      server: memberOrNull(result, 'serverInfo'),
      capabilities,
      instructions: memberOrNull(result, 'instructions')
    },
    restarted: false,
    hasSession: response.sessionId !== null
  }
}
