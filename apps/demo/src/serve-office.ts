import { startHarness } from '@b10x/harness-server'
import { connect } from '@b10x/mcp-foundation'
import { httpTransport } from '@b10x/mcp-foundation/http'
import type { AuditRecord } from '@b10x/ports'
import { hasCode } from '@b10x/ports/errors'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import type { Narrator } from './narrate.ts'
import { openOffice } from './servers/office.ts'
import type { Office } from './servers/office.ts'

const TOKEN = 'the-token-of-alice'
const INVOKE = { scopes: ['mcp:invoke'] }

type Called = Awaited<ReturnType<Client['callTool']>>

/** The other direction: our jobs, agents and tools, used by the official client. */
export async function serveOffice(narrator: Narrator): Promise<void> {
  narrator.chapter('A harness that serves, and the official client 2.x')
  const office = openOffice(new Map([[TOKEN, { subject: 'user:alice', tenantId: 'acme', ...INVOKE }]]))
  const server = await startHarness(office.harness)
  try {
    narrator.check('nobody comes in without a token', await isTurnedAway(server.url))
    const client = new Client({ name: 'demo', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } })
    await client.connect(new StreamableHTTPClientTransport(new URL(server.url), { requestInit: { headers: { authorization: `Bearer ${TOKEN}` } } }))
    try {
      await useOffice(client, narrator)
      await closeWithApproval(client, office, narrator)
    } finally {
      await client.close()
    }
  } finally {
    await server.close()
  }
  showRows(office.rows, narrator)
}

async function isTurnedAway(url: string): Promise<boolean> {
  try {
    await (await connect(httpTransport(url))).close()
    return false
  } catch (error) {
    if (hasCode(error, 'credential_rejected')) return true
    throw error
  }
}

async function useOffice(client: Client, narrator: Narrator): Promise<void> {
  const { tools } = await client.listTools()
  for (const { name, annotations } of tools) narrator.fact('serves', `${name}${annotations?.readOnlyHint === true ? ' (only reads)' : ''}`)
  narrator.check('a job, an agent and a tool are served', tools.map(({ name }) => name).join() === 'job_report,agent_desk,close_station')
  const report = await client.callTool({ name: 'job_report', arguments: { month: 5 } })
  narrator.fact('job', JSON.stringify(report.structuredContent))
  narrator.check('a job knows who asked for it', JSON.stringify(report.structuredContent) === '{"month":5,"pages":3,"for":"user:alice"}')
  const first = await client.callTool({ name: 'agent_desk', arguments: { instanceId: 'new', message: 'How is Bern 7?' } })
  const { instanceId, session } = first.structuredContent as { readonly instanceId: string; readonly session: string }
  const second = await client.callTool({ name: 'agent_desk', arguments: { instanceId, session, message: 'And before?' } })
  for (const answer of [first, second]) narrator.fact('agent', textOf(answer))
  narrator.check('an agent remembers its conversation', textOf(second) === 'Before that: How is Bern 7?')
}

async function closeWithApproval(client: Client, office: Office, narrator: Narrator): Promise<void> {
  const close = (station: string): Promise<Called> => client.callTool({ name: 'close_station', arguments: { station } })
  const missing = await close('Bern 7')
  narrator.fact('refused', textOf(missing))
  narrator.check('a write without an approval is refused', missing.isError === true && textOf(missing).includes('approval_required'))
  narrator.check('and the tool did not run', office.closed() === 0)

  const row = office.rows.at(-1)
  if (row?.event !== 'call_refused') throw new Error('the refusal left no row')
  const { tool, argumentsDigest, policyVersion, actor, tenantId } = row
  office.approve({ tool, inputDigest: argumentsDigest ?? '', policyVersion: policyVersion ?? '', actor, tenantId })
  narrator.fact('bob agrees', `${tool} with arguments ${argumentsDigest ?? 'unknown'}`)

  narrator.check('an approval is good for no other arguments', (await close('Bern 8')).isError === true && office.closed() === 0)
  const closed = await close('Bern 7')
  narrator.fact('gets', textOf(closed))
  narrator.check('an approved write runs', closed.isError !== true && office.closed() === 1)
  narrator.check('an approval is good for one call', (await close('Bern 7')).isError === true && office.closed() === 1)
}

function showRows(rows: readonly AuditRecord[], narrator: Narrator): void {
  const told = rows.map((row) => [row.event, 'tool' in row ? row.tool : '', 'code' in row ? row.code : ''].filter((word) => word !== '').join(' '))
  for (const line of told) narrator.fact('row', line)
  narrator.check('every call has its rows, under the name of its caller', told.join('; ') === ROWS && rows.every(({ actor }) => actor === 'user:alice'))
}

const ROWS = [
  'call_attempted job_report', 'call_completed job_report',
  'call_attempted agent_desk', 'call_completed agent_desk',
  'call_attempted agent_desk', 'call_completed agent_desk',
  'call_refused close_station approval_required',
  'call_refused close_station approval_required',
  'call_attempted close_station', 'call_completed close_station',
  'call_refused close_station approval_required'
].join('; ')

function textOf({ content }: Called): string {
  return content.map((block) => (block.type === 'text' ? block.text : block.type)).join(' ')
}
