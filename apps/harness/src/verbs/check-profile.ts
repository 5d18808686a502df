import type { RunProfile } from '@b10x/harness-mcp'
import type { CliIo } from '@b10x/mcp-cli/command-line'
import { escapeText } from '@b10x/mcp-cli/terminal'
import type { Output } from '@b10x/mcp-cli/terminal'
import type { JsonObject } from '@b10x/mcp-foundation'
import type { RunEvidence } from '@b10x/ports'
import type { CheckInvocation } from '../arguments/invocation.ts'
import { loadProfile } from '../connection/load-profile.ts'
import { withRun } from '../connection/with-run.ts'

/** `profile check`: the profile is complete and fits its snapshot; with `--live` the server still offers that. */
export async function checkProfile({ file, live }: CheckInvocation, io: CliIo, output: Output): Promise<number> {
  const profile = await loadProfile(file, io)
  const evidence = live ? await withRun(profile, io, {}, (run) => Promise.resolve(run.evidence)) : null
  if (output.json) output.document(checkedMembers(profile, evidence))
  else output.lines(renderChecked(profile, evidence, output))
  return 0
}

function checkedMembers({ document, digest, snapshot }: RunProfile, evidence: RunEvidence | null): JsonObject {
  return {
    name: document.name,
    profileDigest: digest,
    snapshotDigest: snapshot.digest,
    protocolVersion: snapshot.protocolVersion,
    tools: document.tools.map(({ name, remote, effect, risk, idempotency, access, tier }) => ({ name, remote, effect, risk, idempotency, access, tier: tier?.level ?? null })),
    unmapped: snapshot.tools.length - document.tools.length,
    live: evidence === null ? null : { transport: evidence.transport, endpoint: evidence.endpoint, leftOut: evidence.leftOut.map((row) => ({ ...row })) }
  }
}

function renderChecked({ document, digest, snapshot }: RunProfile, evidence: RunEvidence | null, { style }: Output): readonly string[] {
  const rows = document.tools.map(({ name, effect, risk, tier }) => `  ${name}  ${effect}, ${risk} risk${tier === null ? '' : `, tier ${tier.level}`}`)
  const unmapped = snapshot.tools.length - document.tools.length
  return [
    `${style.bold(document.name)} · ${snapshot.protocolVersion}`,
    ...rows,
    `${document.tools.length} of ${snapshot.tools.length} reviewed tools are published, ${unmapped} are not`,
    `profile  ${digest}`,
    `snapshot ${snapshot.digest}`,
    ...(evidence === null ? [] : [style.green(`the server offers what was reviewed: ${escapeText(evidence.endpoint)}`)])
  ]
}
