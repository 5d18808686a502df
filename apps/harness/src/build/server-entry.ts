import { SERVER_PACKAGE } from './read-project.ts'

/**
 * The module that starts an artifact: on HOST (default: this machine alone) and PORT (default 3000, 0 for any free one).
 * It ends at SIGINT and SIGTERM after the calls in flight, and with the exit class of a refusal.
 */
export function serverEntry(module: string): string {
  return `// Written by b10x-harness build. /mcp is on where FABRIC_HARNESS_MCP_ENABLED is 1.
import { startHarness } from '${SERVER_PACKAGE}'
import project from ${JSON.stringify(module)}

const { HOST, PORT = '3000' } = process.env

function end(error) {
  const isRefusal = typeof error?.code === 'string' && typeof error.exitClass === 'number'
  console.error(isRefusal ? \`\${error.code}: \${error.message} \${JSON.stringify(error.details)}\` : error)
  process.exit(isRefusal ? error.exitClass : 70)
}

if (!/^\\d{1,5}$/.test(PORT) || Number(PORT) > 65535) {
  console.error('PORT is no port.')
  process.exit(2)
}
if (typeof project !== 'object' || project === null) {
  console.error('The default export of the project is not made by defineHarness.')
  process.exit(2)
}
const server = await startHarness(project, { port: Number(PORT), ...(HOST ? { host: HOST } : {}) }).catch(end)
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => server.close().then(() => process.exit(0), end))
console.log(\`listening on \${server.url}, mcp \${server.mcpEnabled ? 'on' : 'off'}\`)
`
}
