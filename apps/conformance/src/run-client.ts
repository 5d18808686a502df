/**
 * The client under test. The suite starts it once per scenario, names the scenario in the environment and appends the
 * address of its own server; an address before that one is taken instead. It ends by itself once the client is closed.
 */
import { writeSync } from 'node:fs'
import { TURNSTILE, takeTurn } from './turnstile.ts'

/** It includes the wait for the turn. */
const WATCHDOG_MS = 240_000
const STANDARD_OUTPUT = 1

const [address = ''] = process.argv.slice(2)
const scenario = process.env['MCP_CONFORMANCE_SCENARIO'] ?? ''
// The suite keeps what we print, but not how we ended.
process.once('exit', (code) => writeSync(STANDARD_OUTPUT, `exit ${code}\n`))
setTimeout(() => {
  console.error('the watchdog ended the client')
  process.exit(1)
}, WATCHDOG_MS).unref()
const turnstile = process.env[TURNSTILE]
if (turnstile !== undefined) await takeTurn(Number(turnstile))
if (scenario.startsWith('auth/')) {
  const { playAuthorization } = await import('./play-authorization.ts')
  await playAuthorization(scenario, address)
} else {
  const { playScenario } = await import('./play-scenario.ts')
  await playScenario(scenario, address)
}
