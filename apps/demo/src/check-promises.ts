import { fileURLToPath } from 'node:url'
import { checkProject } from '@b10x/governance-rules'
import type { ProjectFiles } from '@b10x/governance-rules'
import { openFolder, probeServer, startGovernanceServer } from '@b10x/governance-server'
import type { Target } from '@b10x/governance-server'
import { connect } from '@b10x/mcp-foundation'
import { httpTransport } from '@b10x/mcp-foundation/http'
import type { Narrator } from './narrate.ts'

const PROJECT = fileURLToPath(new URL('../../../', import.meta.url))
const REGISTRY = 'docs/mcp/tool-registry.md'
const TODAY = '2026-12-01'

/** What this repository promises about the server that it ships: checked, compared with the running server, then bent. */
export async function checkPromises(narrator: Narrator): Promise<void> {
  narrator.chapter('The promises of a server, against its documents and the wire')
  const files = openFolder(PROJECT)
  const honest = checkProject({ files, today: TODAY })
  narrator.fact('asks', `${honest.summary.rules} rules about ${honest.summary.tools ?? 0} tools`)
  narrator.check('the documents of this repository are in order', honest.findings.length === 0)

  const tierless = edited(files, (text) => text.replace(/\*\*Tier 0\*\* — It reads documents[^|]*/, '**Tier 2** — '))
  narrator.check('a tier without a reason is found', checkProject({ files: tierless, today: TODAY }).findings.some(({ ruleId }) => ruleId.startsWith('GOV-TIER-')))

  const truth = await probe(files)
  narrator.fact('looks', `at ${truth.listed} tools of the running server`)
  narrator.check('the running server is what they say', truth.failed.length === 0)
  const unlisted = edited(files, (text) => text.replace('### Tool: `tier_of`', '### Tool: `tier_for`'))
  narrator.check('a tool that nobody registered is found on the wire', (await probe(unlisted)).failed.includes('GOV-PROBE-001'))
  await askTier(narrator)
}

/** The same documents, asked over MCP by somebody who wants to call a tool. */
async function askTier(narrator: Narrator): Promise<void> {
  const server = await startGovernanceServer({ root: PROJECT, today: () => TODAY })
  const client = await connect(httpTransport(server.url))
  try {
    const outcome = await client.callTool('tier_of', { tool: 'check_change' })
    const { tier, demands } = (outcome.kind === 'complete' ? outcome.structuredContent : {}) as { readonly tier?: number; readonly demands?: string }
    narrator.fact('is told', `tier ${tier ?? 'unknown'}: ${demands ?? ''}`)
    narrator.check('whoever asks over MCP is told the reviewed tier', tier === 0)
  } finally {
    await client.close()
    await server.close()
  }
}

/** The project with another registry. */
function edited(files: ProjectFiles, change: (text: string) => string): ProjectFiles {
  return { ...files, read: (path) => (path === REGISTRY ? change(files.read(path) ?? '') : files.read(path)) }
}

async function probe(files: ProjectFiles): Promise<{ readonly failed: readonly string[]; readonly listed: number }> {
  const program = fileURLToPath(new URL('../../../packages/governance-server/src/bin.ts', import.meta.url))
  const target: Target = { kind: 'command', command: process.execPath, args: ['-C', '@b10x/source', program, 'serve', '--root', PROJECT] }
  const { findings, snapshot } = await probeServer(target, { files, env: {}, cwd: PROJECT, signal: AbortSignal.timeout(60_000), observeMs: 0 })
  return { failed: findings.map(({ ruleId }) => ruleId), listed: snapshot.tools.length }
}
