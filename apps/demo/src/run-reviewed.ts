import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createEvidenceFile, createMemoryApprovals, createScriptedModel, createSession, loadRunProfile, prepareRun, readEvidence } from '@b10x/harness-mcp'
import type { MemoryApprovals, ModelScriptStep, PreparedRun, RunProfile } from '@b10x/harness-mcp'
import { serializeSnapshot } from '@b10x/mcp-foundation'
import type { ToolSnapshot } from '@b10x/mcp-foundation'
import type { AuditRecord, AuditSink } from '@b10x/ports'
import { hasCode } from '@b10x/ports/errors'
import type { Narrator } from './narrate.ts'

/** What the run is made from, and where its files go. */
export interface ReviewedRun {
  readonly reviewed: ToolSnapshot
  readonly folder: string
  /** The server as it was reviewed, and after the rug pull. */
  readonly command: readonly string[]
  readonly pulledCommand: readonly string[]
}

/**
 * A model uses the reviewed tools: one call that nobody has to approve, one that is approved, one that is not. Then the
 * changed server is to be used in the same way. Everything is in the evidence.
 */
export async function runReviewed(run: ReviewedRun, narrator: Narrator): Promise<void> {
  narrator.chapter('A reviewed run: a model, under local authority')
  await writeFile(join(run.folder, 'weather.snapshot.json'), serializeSnapshot(run.reviewed))
  const evidenceFile = join(run.folder, 'evidence.jsonl')
  const audit = createEvidenceFile(evidenceFile)
  try {
    const approvals = createMemoryApprovals({ wait: true, onRequest: ({ id, subject }) => decide(approvals, id, String(subject.arguments['station'])) })
    const prepared = await prepareRun(await loadRunProfile(await writeProfile(run, run.command)), { approvals, audit, actor: 'user:alice' })
    await converse(prepared, narrator)
    await prepared.close()
    const changed = await loadRunProfile(await writeProfile(run, run.pulledCommand))
    narrator.check('a run with the changed server is refused', await isRefused(changed, audit))
  } finally {
    audit.close()
  }
  showEvidence(await readEvidence(evidenceFile), narrator)
}

/** Bob knows one station. Neither the model nor the one who asked can decide. */
function decide(approvals: MemoryApprovals, id: string, station: string): void {
  if (station === 'Bern 7') approvals.approve(id, 'user:bob')
  else approvals.deny(id, 'user:bob')
}

async function converse(prepared: PreparedRun, narrator: Narrator): Promise<void> {
  const report = (station: string): ModelScriptStep => ({ call: { tool: 'report_station', arguments: { station } } })
  const model = createScriptedModel([
    { call: { tool: 'forecast', arguments: { city: 'Bern' } } },
    { ...report('Bern 7'), expect: { refused: false, contains: 'clear' } },
    { ...report('all of them'), expect: { refused: false } },
    { say: 'Bern is clear. Bern 7 was reported, and nothing else.', expect: { refused: 'approval_denied' } }
  ])
  for (const { name, description, effect } of prepared.tools.tools) narrator.fact('model sees', `${name} (${effect}): ${description}`)
  const { text, calls } = await createSession({ model, tools: prepared.tools }).prompt('How is Bern? Report what is broken.')
  narrator.fact('model says', text)
  narrator.check('reading needs no approval', calls[0]?.refusal === null)
  narrator.check('an approved call is made', calls[1]?.refusal === null)
  narrator.check('a call that nobody approves is not made', calls[2]?.refusal === 'approval_denied')
  narrator.check('no word of the server describes a tool', prepared.tools.tools.every(({ prose }) => prose === 'local'))
}

async function isRefused(profile: RunProfile, audit: AuditSink): Promise<boolean> {
  try {
    await (await prepareRun(profile, { audit, actor: 'user:alice' })).close()
    return false
  } catch (error) {
    if (hasCode(error, 'snapshot_mismatch')) return true
    throw error
  }
}

function showEvidence(rows: readonly AuditRecord[], narrator: Narrator): void {
  const told = rows.map((row) => [row.event, 'tool' in row ? row.tool : '', 'code' in row ? row.code : ''].filter((word) => word !== '').join(' '))
  for (const line of told) narrator.fact('evidence', line)
  narrator.check('the evidence tells all of it', told.join('; ') === EVIDENCE)
}

const EVIDENCE = [
  'run_prepared',
  'call_attempted forecast', 'call_completed forecast',
  'call_attempted report_station', 'call_completed report_station',
  'call_refused report_station approval_denied',
  'run_closed',
  'run_refused snapshot_mismatch'
].join('; ')

/** In a project this file is written once, by a reviewer, and stands under version control. */
async function writeProfile({ reviewed, folder }: ReviewedRun, command: readonly string[]): Promise<string> {
  const file = join(folder, 'weather.profile.json')
  const profile = {
    format: 'b10x.harness-run-profile.v1',
    name: 'weather',
    connection: { transport: 'stdio', command },
    snapshot: { path: 'weather.snapshot.json', digest: reviewed.digest },
    tools: [
      { remote: 'forecast', name: 'forecast', description: 'The weather of tomorrow in one city.', effect: 'read', risk: 'low', idempotency: 'idempotent', access: 'external' },
      { remote: 'report_station', name: 'report_station', description: 'Tells the operator of one weather station that it is broken.', effect: 'write', risk: 'medium', idempotency: 'not_idempotent', access: 'external' }
    ]
  }
  await writeFile(file, JSON.stringify(profile))
  return file
}
