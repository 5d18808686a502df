// A program with an environment of its own: one exchange with the authority of the address named, one without.
import { readFileSync } from 'node:fs'
import { createEgress } from '@b10x/egress-undici'
import { ask } from './ask.ts'

const [url = '', pem = ''] = process.argv.slice(2)
const named = { connectionRef: 'c', endpointRef: 'mcp_connection' }
const unnamed = { connectionRef: 'd', endpointRef: 'mcp_connection' }
const warned: string[] = []
const egress = createEgress({
  endpoints: [{ ...named, url, certificateAuthority: readFileSync(pem, 'utf8') }, { ...unnamed, url }],
  development: { loopbackEndpoints: [named, unnamed] },
  onWarning: (warning) => void (warning.code === 'environment_ignored' && warned.push(warning.variable))
})
const outcomes: unknown[] = []
for (const endpoint of [named, unnamed]) {
  const { outcome } = await ask(egress, { endpoint })
  outcomes.push(outcome === 'resolved' ? outcome : (outcome as { details: { reason: string } }).details.reason)
}
await egress.close()
process.stdout.write(JSON.stringify({ outcomes, warned }))
