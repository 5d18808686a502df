import { fileURLToPath } from 'node:url'
import { startGovernanceServer } from '@b10x/governance-server'
import { serveNotFound } from './clients-under-test.ts'
import { formatRow, formatSelfTest } from './format-table.ts'
import { judgeScenarios } from './judge-scenarios.ts'
import type { Manifest } from './manifest.ts'
import { runServerSuite } from './run-suite.ts'
import { FIXTURE_MANIFESTS, GOVERNANCE_MANIFESTS, SHIPPED_MANIFESTS } from './server-manifest.ts'
import { createShippedServer, createSuiteServer, serveOverHttp } from './servers-under-test.ts'

/** This repository, whose documents promise what the suite looks at. */
const PROJECT = fileURLToPath(new URL('../../../', import.meta.url))

type Count = (good: boolean) => void

/** The suite against our servers, in both eras, with its tools and without; then against one that is not there. */
export async function gateServers(count: Count): Promise<void> {
  await using shipped = await serveOverHttp(createShippedServer())
  await using fixture = await serveOverHttp(createSuiteServer())
  await using nothing = await serveNotFound()
  for (const [revision, manifest] of Object.entries(SHIPPED_MANIFESTS)) {
    await judge(`MCP ${revision}, a server as shipped`, revision, shipped.url, manifest, count)
  }
  await gateGovernance(count)
  for (const [revision, manifest] of Object.entries(FIXTURE_MANIFESTS)) {
    await judge(`MCP ${revision}, a server with the tools of the suite`, revision, fixture.url, manifest, count)
    await judgeGate(revision, nothing.address, manifest, count)
  }
}

/** The server that we ship ourselves, as `b10x-governance serve` starts it. */
async function gateGovernance(count: Count): Promise<void> {
  const { url, close } = await startGovernanceServer({ root: PROJECT })
  try {
    for (const [revision, manifest] of Object.entries(GOVERNANCE_MANIFESTS)) await judge(`MCP ${revision}, the governance server`, revision, url, manifest, count)
  } finally {
    await close()
  }
}

async function judge(title: string, revision: string, url: string, manifest: Manifest, count: Count): Promise<void> {
  console.log(`\n${title}`)
  const results = await runServerSuite(revision, url)
  for (const judgement of judgeScenarios(manifest, results)) {
    console.log(formatRow(judgement, manifest, results))
    if (judgement.expected === 'must' || judgement.faults.length > 0) count(judgement.faults.length === 0)
  }
}

async function judgeGate(revision: string, address: string, manifest: Manifest, count: Count): Promise<void> {
  console.log(`\nMCP ${revision}, the gate of servers itself: red wherever our server has to pass`)
  const results = await runServerSuite(revision, address)
  const musts = judgeScenarios(manifest, results).filter(({ expected }) => expected === 'must')
  const green = musts.filter(({ faults }) => faults.length === 0).map(({ scenario }) => scenario)
  console.log(formatSelfTest('a server that answers 404', musts.length, green))
  // Red for want of a report would prove nothing.
  const reported = musts.filter(({ scenario }) => results.some((result) => result.scenario === scenario))
  count(musts.length > 0 && reported.length === musts.length && green.length === 0)
}
