import { FOUNDATION_RELEASE } from '@b10x/mcp-foundation'
import type { EndpointEvidence, ToolSnapshot } from '@b10x/mcp-foundation'
import type { RunEvidence } from '@b10x/ports'
import type { AdmittedTools, LeftOutReason } from '../admission/admitted-tools.ts'
import type { RunProfile } from './run-profile.ts'

/** What a run was prepared from: digests and names of ours, no secret, no text of the server. */
export function gatherRunEvidence(profile: RunProfile, live: ToolSnapshot, { tools, leftOut }: AdmittedTools): RunEvidence {
  return Object.freeze({
    profileDigest: profile.digest,
    snapshotDigest: profile.snapshot.digest,
    protocolVersion: live.protocolVersion,
    transport: live.endpoint.transport,
    endpoint: describeEndpoint(live.endpoint),
    foundation: Object.freeze({ version: FOUNDATION_RELEASE.version, revision: FOUNDATION_RELEASE.revision }),
    tools: Object.freeze(tools.map(({ published, digest }) => Object.freeze({ name: published.name, digest }))),
    leftOut: countReasons(leftOut.map(({ reason }) => reason))
  })
}

/** The address, or the resolved program with its arguments and the package that it came from. */
function describeEndpoint(endpoint: EndpointEvidence): string {
  if (endpoint.transport !== 'stdio') return endpoint.url
  const words = [endpoint.program, ...endpoint.command.slice(1)].map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : JSON.stringify(word)))
  if (endpoint.package === undefined) return words.join(' ')
  const { name, version, integrity } = endpoint.package
  return `${words.join(' ')} [${[`${name}@${version}`, ...(integrity === undefined ? [] : [integrity])].join(' ')}]`
}

function countReasons(reasons: readonly LeftOutReason[]): RunEvidence['leftOut'] {
  const counts = new Map<LeftOutReason, number>()
  for (const reason of reasons) counts.set(reason, (counts.get(reason) ?? 0) + 1)
  return Object.freeze([...counts].map(([reason, count]) => Object.freeze({ reason, count })))
}
