import type { ClientDiagnostics, EndpointEvidence, JsonObject, SnapshotFinding, ToolSnapshot } from '@b10x/mcp-foundation'
import { escapeText, quoteText } from './escape-text.ts'
import { observationMembers } from './find-observations.ts'
import type { Observation } from './find-observations.ts'
import type { BoundUse } from './measure-bounds.ts'
import { findingMembers, renderConcerns, renderHeading } from './render-summary.ts'
import { renderInline } from './render-value.ts'
import { shortenLine } from './shorten-pair.ts'
import type { Style } from './style.ts'
import { WIDTH } from './wrap-text.ts'

/** What `doctor` saw. */
export interface Examination {
  readonly snapshot: ToolSnapshot
  readonly diagnostics: ClientDiagnostics
  readonly driftSuspected: boolean
  readonly findings: readonly SnapshotFinding[]
  readonly observations: readonly Observation[]
  readonly bounds: readonly BoundUse[]
}

/** An examination as JSON values. */
export function examinationMembers({ snapshot, diagnostics, driftSuspected, findings, observations, bounds }: Examination): JsonObject {
  const invalid = snapshot.tools.filter(({ status }) => status !== 'usable')
  const { era, protocolVersion, authorization, server, capabilities, instructions, digest } = snapshot
  const { bannerLines, strayMessages, stderrBytes, resultTypeAbsent, restarted } = diagnostics
  return {
    endpoint: endpointMembers(snapshot.endpoint),
    authorization,
    era,
    protocolVersion,
    server,
    capabilities,
    instructions,
    tools: {
      total: snapshot.tools.length,
      usable: snapshot.tools.length - invalid.length,
      invalid: invalid.map(({ name, status }) => ({ name, status }))
    },
    digest,
    findings: findingMembers(findings),
    observations: observationMembers(observations),
    peer: { bannerLines, strayMessages, stderrBytes, resultTypeAbsent, restarted, driftSuspected },
    bounds: bounds.map(({ bound, used, limit }) => ({ bound, used, limit }))
  }
}

/** An examination for people. */
export function renderExamination(examination: Examination, style: Style): readonly string[] {
  const { snapshot, diagnostics, driftSuspected, findings, observations, bounds } = examination
  const concerns = [...renderConcerns(snapshot, findings), ...observations.filter(({ level }) => level === 'finding').map(renderObservation)]
  const notes = observations.filter(({ level }) => level === 'note').map(renderObservation)
  const usable = snapshot.tools.filter(({ status }) => status === 'usable').length
  return [
    renderHeading(snapshot, style),
    snapshot.digest,
    '',
    ...renderEndpoint(snapshot.endpoint),
    row('credentials', escapeText(snapshot.authorization)),
    row('capabilities', shortenLine(renderInline(snapshot.capabilities), WIDTH - 16)),
    row('instructions', typeof snapshot.instructions === 'string' ? shortenLine(quoteText(snapshot.instructions), WIDTH - 16) : 'none'),
    row('tools', `${usable} of ${snapshot.tools.length} usable`),
    '',
    style.bold('beyond the protocol'),
    ...renderPeer(diagnostics, driftSuspected),
    '',
    style.bold('bounds'),
    ...bounds.map(({ bound, used, limit }) => `  ${bound.padEnd(20)}${String(used).padStart(10)} of ${limit}`),
    '',
    style.bold('to look at'),
    ...(concerns.length === 0 ? [`  ${style.green('nothing')}`] : concerns.map((concern) => `  ${style.yellow(concern)}`)),
    ...(notes.length === 0 ? [] : ['', style.bold('to know'), ...notes.map((note) => `  ${note}`)])
  ]
}

const renderObservation = ({ id, level, subject }: Observation): string =>
  subject === null ? `${level} ${id}` : `${level} ${id}: ${escapeText(subject)}`

const row = (name: string, value: string): string => `  ${name.padEnd(14)}${value}`

function renderEndpoint(endpoint: EndpointEvidence): readonly string[] {
  const transport = row('transport', endpoint.transport)
  if (endpoint.transport !== 'stdio') return [transport, row('address', escapeText(endpoint.url))]
  // One entry per line and nothing shortened: a command must not be able to look like another.
  const [command = '', ...args] = endpoint.command.map(quoteText)
  const found = endpoint.package
  return [
    transport,
    row('command', command),
    ...args.map((arg) => row('', arg)),
    row('program', quoteText(endpoint.program)),
    ...(found === undefined ? [] : [row('package', escapeText(`${found.name} ${found.version}`))]),
    ...(found?.integrity === undefined ? [] : [row('integrity', escapeText(found.integrity))])
  ]
}

function renderPeer(diagnostics: ClientDiagnostics, driftSuspected: boolean): readonly string[] {
  const { bannerLines, strayMessages, stderrBytes, resultTypeAbsent, restarted } = diagnostics
  const counts: readonly (readonly [string, number])[] = [
    ['lines on stdout that are no messages', bannerLines],
    ['answers that nobody waited for', strayMessages],
    ['bytes on standard error', stderrBytes],
    ['results without resultType', resultTypeAbsent]
  ]
  const facts = [
    ...(restarted ? ['the probe ended the process, which was started once more'] : []),
    ...(driftSuspected ? ['the server said that its tools changed'] : [])
  ]
  return [...counts.map(([name, count]) => `  ${name.padEnd(38)}${count}`), ...facts.map((fact) => `  ${fact}`)]
}

function endpointMembers(endpoint: EndpointEvidence): JsonObject {
  if (endpoint.transport !== 'stdio') return { transport: endpoint.transport, url: endpoint.url }
  const { transport, command, program } = endpoint
  return { transport, command, program, ...(endpoint.package === undefined ? {} : { package: { ...endpoint.package } }) }
}
