/**
 * The gate: the official suite against our client and our server, in both eras, judged by the manifests. `clients` or
 * `servers` as the argument runs that half alone.
 */
import { gateClients } from './gate-clients.ts'
import { gateServers } from './gate-servers.ts'

let passed = 0
let failed = 0
const count = (good: boolean): void => void (good ? (passed += 1) : (failed += 1))

const [half] = process.argv.slice(2)
if (half !== undefined && half !== 'clients' && half !== 'servers') throw new TypeError('The argument is clients or servers.')
if (half !== 'clients') await gateServers(count)
if (half !== 'servers') await gateClients(count)
console.log(`\n${passed} passed, ${failed} failed, 0 skipped`)
process.exitCode = failed > 0 || passed === 0 ? 1 : 0
