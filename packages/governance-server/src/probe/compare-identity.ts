import type { GovernanceContract, ServerSpec, Sourced } from '@b10x/governance-rules'
import type { ToolSnapshot } from '@b10x/mcp-foundation'
import type { Target } from '../cli/invocation.ts'
import { asObject } from './compare-tools.ts'
import type { Observer } from './observation.ts'

/** Who the server says it is, what it speaks and how it is reached, beside its specification. */
export function compareIdentity(snapshot: ToolSnapshot, target: Target, { serverSpec, transport }: GovernanceContract, observer: Observer): void {
  if (serverSpec === null) {
    for (const id of ['GOV-PROBE-007', 'GOV-PROBE-008', 'GOV-PROBE-009']) observer.say(id, 'not_applicable', 'There is no server specification.')
    return
  }
  const server = asObject(snapshot.server)
  for (const [member, label] of [['name', /^(?:server )?name\b/i], ['version', /^(?:server )?version\b/i]] as const) {
    const said = rowOf(serverSpec, label)
    if (said === null) observer.say('GOV-PROBE-007', 'unproven', `The specification does not state the ${member}.`)
    else if (server[member] !== said.value) observer.say('GOV-PROBE-007', 'fail', `The server states another ${member} than its specification.`, said.at)
  }
  observer.sayPassed('GOV-PROBE-007', 'The server names itself as its specification does.')

  const revision = serverSpec.protocolRevision
  if (revision === null) observer.say('GOV-PROBE-008', 'unproven', 'The specification names no revision.')
  else if (revision.value !== snapshot.protocolVersion) observer.say('GOV-PROBE-008', 'fail', `The server speaks ${snapshot.protocolVersion}, and its specification names another revision.`, revision.at)
  observer.sayPassed('GOV-PROBE-008', 'The server speaks the revision of its specification.')

  const used = target.kind === 'http' ? 'streamable-http' : 'stdio'
  const named = [...serverSpec.transports, ...(transport?.transports ?? [])]
  if (named.length === 0) observer.say('GOV-PROBE-009', 'unproven', 'No document names a transport.')
  else if (!named.some(({ value }) => value === used)) observer.say('GOV-PROBE-009', 'fail', `The server is reached over ${used}, and no document names it.`, named[0]?.at)
  observer.sayPassed('GOV-PROBE-009', 'The transport is documented.')
}

function rowOf(spec: ServerSpec, label: RegExp): Sourced<string> | null {
  for (const [name, cell] of spec.identity) if (label.test(name) && cell.value !== '') return cell
  return null
}
