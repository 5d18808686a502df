import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { OUR_CLIENT, emptyClients, serveNotFound } from './clients-under-test.ts'
import { formatRow, formatSelfTest } from './format-table.ts'
import { judgeScenarios } from './judge-scenarios.ts'
import type { ScenarioResult } from './judge-scenarios.ts'
import { CLIENT_MANIFESTS, EGRESS_MANIFESTS } from './manifest.ts'
import type { Manifest } from './manifest.ts'
import { OVER_EGRESS } from './over-egress.ts'
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
      await gateOverEgress(revision, environment, count)
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

/** The same client over the adapter and the egress of services. What does not apply there has to end well all the same. */
async function gateOverEgress(revision: string, environment: NodeJS.ProcessEnv, count: (good: boolean) => void): Promise<void> {
  const manifest: Manifest = EGRESS_MANIFESTS[revision] ?? {}
  const results: ScenarioResult[] = []
  for (const scenario of Object.keys(manifest)) results.push(...(await runSuite(oneScenario(scenario, revision), OUR_CLIENT, { ...environment, [OVER_EGRESS]: '1' })))
  console.log(`\nMCP ${revision}, our client over the egress of services`)
  for (const judgement of judgeScenarios(manifest, results)) {
    console.log(formatRow(judgement, manifest, results))
    const exit = results.find(({ scenario }) => scenario === judgement.scenario)?.clientExit
    count(judgement.faults.length === 0 && exit === 0)
  }
}

/** The checks alone have to be red. */
function asIfItEndedWell(result: ScenarioResult): ScenarioResult {
  return { ...result, clientExit: 0 }
}
