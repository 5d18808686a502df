import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { OUR_CLIENT, emptyClients, serveNotFound } from './clients-under-test.ts'
import { formatRow, formatSelfTest } from './format-table.ts'
import { judgeScenarios } from './judge-scenarios.ts'
import type { ScenarioResult } from './judge-scenarios.ts'
import { CLIENT_MANIFESTS } from './manifest.ts'
import { oneScenario, runSuite, wholeSet } from './run-suite.ts'
import { TURNSTILE, openTurnstile } from './turnstile.ts'

/** The suite against our client, in both eras; then against clients that do nothing, which has to be red throughout. */
export async function gateClients(count: (good: boolean) => void): Promise<void> {
  const cache = await mkdtemp(join(tmpdir(), 'b10x-compiled-'))
  try {
    await using nothing = await serveNotFound()
    await using turnstile = await openTurnstile()
    const environment = { ...process.env, NODE_COMPILE_CACHE: cache, [TURNSTILE]: `${turnstile.port}` }
    // Fills the cache of compiled code.
    await runSuite(oneScenario('tools_call', '2026-07-28'), OUR_CLIENT, environment)
    for (const [revision, manifest] of Object.entries(CLIENT_MANIFESTS)) {
      const results = await runSuite(wholeSet(revision), OUR_CLIENT, environment)
      console.log(`\nMCP ${revision}, our client`)
      for (const judgement of judgeScenarios(manifest, results)) {
        console.log(formatRow(judgement, manifest, results))
        if (judgement.expected === 'must' || judgement.faults.length > 0) count(judgement.faults.length === 0)
      }
      console.log(`\nMCP ${revision}, the gate of clients itself: red wherever our client has to pass`)
      for (const { title, command } of emptyClients(nothing.address)) {
        const empty = (await runSuite(wholeSet(revision), command, environment)).map(asIfItEndedWell)
        const musts = judgeScenarios(manifest, empty).filter(({ expected }) => expected === 'must')
        const green = musts.filter(({ faults }) => faults.length === 0).map(({ scenario }) => scenario)
        console.log(formatSelfTest(title, musts.length, green))
        // Red for want of a report would prove nothing.
        const reported = musts.filter(({ scenario }) => empty.some((result) => result.scenario === scenario))
        count(musts.length > 0 && reported.length === musts.length && green.length === 0)
      }
    }
  } finally {
    await rm(cache, { recursive: true, force: true })
  }
}

/** The checks alone have to be red. */
function asIfItEndedWell(result: ScenarioResult): ScenarioResult {
  return { ...result, clientExit: 0 }
}
