import assert from 'node:assert/strict'
import { connect } from '@b10x/mcp-foundation'
import type { JsonObject, McpClient } from '@b10x/mcp-foundation'
import { hasCode } from '@b10x/ports/errors'
import { callEveryTool, called, nameOf } from './call-every-tool.ts'
import { OVER_EGRESS, wayTo } from './over-egress.ts'

type Open = () => Promise<McpClient>
type Play = (open: Open) => Promise<void>

const ECHO_TOOL = 'json_schema_echo'
const FOCAL_TOOL = 'json_schema_2020_12_tool'
const REMOTE_REFERENCE_TOOL = 'lookup_user'

/** Rejects when our client does anything else than it should; what the wire saw is for the suite to judge. */
export async function playScenario(name: string, address: string): Promise<void> {
  const clients: McpClient[] = []
  const way = wayTo(address)
  const open: Open = async () => {
    const client = await connect(way.transport)
    clients.push(client)
    return client
  }
  try {
    // What does not apply to us is tried all the same: should it begin to pass, the manifest is wrong.
    await (PLAYS.get(name) ?? (async () => callEveryTool(await open())))(open)
    // We negotiate as every user does; the suite says what has to come out.
    for (const { protocolVersion } of clients) assert.equal(protocolVersion, process.env['MCP_CONFORMANCE_PROTOCOL_VERSION'])
  } finally {
    await Promise.all(clients.map((client) => client.close()))
    await way.close()
  }
}

const PLAYS: ReadonlyMap<string, Play> = new Map(Object.entries<Play>({
  // These two servers offer no tools, which ends a tools-only client right after the exchange that the scenario is about.
  'initialize': (open) => refused(open(), 'tools_not_offered'),
  'request-metadata': (open) => refused(open(), 'tools_not_offered'),
  async 'tools_call'(open) {
    const outcome = await (await open()).callTool('add_numbers', { a: 5, b: 3 })
    assert(outcome.kind === 'complete' && !outcome.isError)
    assert.deepEqual(outcome.content, [{ type: 'text', text: 'The sum of 5 and 3 is 8' }])
  },
  async 'sse-retry'(open) {
    const client = await open()
    // Resuming needs a GET, which the egress does not have: the call was sent, and what came of it is not known.
    if (process.env[OVER_EGRESS] === undefined) await called(client, 'test_reconnection')
    else await refused(client.callTool('test_reconnection', {}), 'outcome_unknown')
  },
  async 'http-standard-headers'(open) {
    const client = await open()
    const { tools } = await client.freeze()
    assert(tools.length > 0)
    for (const tool of tools) await called(client, nameOf(tool))
  },
  async 'http-custom-headers'(open) {
    const client = await open()
    const { toolCalls } = JSON.parse(process.env['MCP_CONFORMANCE_CONTEXT'] ?? '') as HeaderContext
    assert(toolCalls.length > 0)
    for (const { name, arguments: args } of toolCalls) {
      const given = withoutNulls(args)
      // The schema of the suite's own tool allows no null: nothing is sent, and the call goes without that argument.
      if (Object.keys(given).length < Object.keys(args).length) await refused(client.callTool(name, args), 'arguments_invalid')
      await called(client, name, given)
    }
  },
  async 'http-invalid-tool-headers'(open) {
    const client = await open()
    const { tools } = await client.freeze()
    const usable = tools.filter(({ status }) => status === 'usable')
    const annotated = tools.filter(({ status }) => status === 'header_annotation_invalid')
    assert(usable.length > 0 && annotated.length > 0 && usable.length + annotated.length === tools.length)
    for (const tool of annotated) await refused(client.callTool(nameOf(tool)), 'tool_invalid')
    for (const tool of usable) await called(client, nameOf(tool), { region: 'us-west1' })
  },
  async 'json-schema-ref-no-deref'(open) {
    const client = await open()
    const { tools } = await client.freeze()
    assert.deepEqual(tools.map(({ name, status }) => [name, status]), [[REMOTE_REFERENCE_TOOL, 'schema_reference_remote']])
    await refused(client.callTool(REMOTE_REFERENCE_TOOL, { id: 'a' }), 'tool_invalid')
  },
  async 'json-schema-2020-12-preservation'(open) {
    const client = await open()
    const { tools } = await client.freeze()
    const focal = tools.find(({ name }) => name === FOCAL_TOOL)
    assert(focal !== undefined)
    await called(client, ECHO_TOOL, { schema: (focal.descriptor as JsonObject)['inputSchema'] ?? null })
  }
}))

interface HeaderContext {
  readonly toolCalls: readonly { readonly name: string; readonly arguments: JsonObject }[]
}

function withoutNulls(args: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(args).filter(([, value]) => value !== null))
}

async function refused(work: Promise<unknown>, code: 'arguments_invalid' | 'outcome_unknown' | 'tool_invalid' | 'tools_not_offered'): Promise<void> {
  await assert.rejects(work, (error) => hasCode(error, code))
}
