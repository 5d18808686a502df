/**
 * A harness of one's own, complete. It stands on two packages: harness-mcp connects, governs and converses; ports holds the
 * types that connect what you bring. Run it from a clone: `npx -y pnpm@12.21.0 exec node -C @b10x/source
 * apps/custom-harness/src/main.ts`, with numbers of yours at the end if you like.
 */
import { createRequire } from 'node:module'
import { createMcpTools, createSession, createStdioMcpClient, toolPolicy } from '@b10x/harness-mcp'
import type { ModelPort } from '@b10x/harness-mcp'
import type { ApprovalPort, AuditSink } from '@b10x/ports'

const [a = 2, b = 40] = process.argv.slice(2).map(Number)

// 1. A model is anything that answers. It gets the conversation and the tools, and says something or asks for calls. This
//    one needs no network: it follows a plan, as if it had thought of it, and reads what comes back.
const plan = [
  { name: 'everything_echo', arguments: { message: 'ready' } },
  { name: 'everything_get-sum', arguments: { a, b } },
  { name: 'everything_get-env', arguments: {} }
]
const model: ModelPort = {
  async respond({ messages }) {
    const answers = messages.filter((message) => message.role === 'tool')
    const next = plan[answers.length]
    if (next !== undefined) return { text: '', toolCalls: [{ id: `call-${answers.length + 1}`, ...next }] }
    // A refusal is JSON with a code; a result stands in an envelope that says: untrusted.
    const told = answers.map(({ name, text, refused }) => `${name}: ${refused ? (JSON.parse(text) as { code: string }).code : text}`)
    return { text: told.join('\n'), toolCalls: [] }
  }
}

// 2. Whoever approves sees the exact arguments. What you answer holds for them alone, and once: here, sums up to 100.
const approvals: ApprovalPort = {
  async reserve({ arguments: args, binding }) {
    if (Number(args['a']) + Number(args['b']) > 100) return 'denied'
    let spent = false
    return { id: binding.slice(-8), redeem: async () => !spent && (spent = true), release: async () => {} }
  }
}

// 3. Every attempt, outcome and refusal is a row. Put them where nobody can change them; here they are printed.
const audit: AuditSink = {
  record(row) {
    if ('tool' in row) console.log(`row: ${row.event} ${row.tool}${'code' in row ? ` ${row.code}` : ''}`)
  }
}

// 4. A server: a program of this machine. `connectMcpServer` is the same for one that has an address.
const require = createRequire(import.meta.url)
const client = createStdioMcpClient({
  command: process.execPath,
  args: [require.resolve('@modelcontextprotocol/server-everything/dist/index.js'), 'stdio']
})

try {
  // 5. Admission: of all that it lists, three tools come in, frozen and under names of ours. `effects` says what they do:
  //    what a server says about itself decides nothing.
  const tools = await createMcpTools(client, {
    prefix: 'everything',
    allowTools: ['echo', 'get-*'],
    denyTools: ['get-*-*'],
    effects: { echo: 'none', 'get-sum': 'none', 'get-env': 'read' }
  })
  console.log(`tools: ${tools.tools.map(({ published }) => published.name).join(', ')}`)

  // 6. Policy, on the names that a model sees. Denied wins over approved, approved over allowed.
  const policy = toolPolicy({ approve: ['everything_get-sum'], deny: ['everything_get-env'] })

  // 7. The session puts it all together: model, tools, rules, the one who approves, the rows.
  const session = createSession({ model, tools, toolPolicy: policy, approvals, audit, actor: 'user:you' })
  const { text, turns } = await session.prompt(`What is ${a} plus ${b}, and what is in your environment?`)
  console.log(`after ${turns} answers:\n${text}`)
} finally {
  // 8. Afterwards no process is left.
  await client.close()
}
