// Local programs: when they start, what they get, and that nothing of them is left.
import { join } from 'node:path'
import { inspect } from 'node:util'
import { connect } from '@b10x/mcp-foundation'
import type { McpClient } from '@b10x/mcp-foundation'
import { stdioTransport } from '@b10x/mcp-foundation/stdio'
import { answering, deviations, expectCode, expectThrownCode, messages, neverAnswer, stdioServerCommand, tool } from '@b10x/testkit'
import type { StdioServer } from '@b10x/testkit'
import { describe, expect, it, vi } from 'vitest'
import { REMOTE } from '../admission/admitted-tools.ts'
import { createMcpTools } from './create-mcp-tools.ts'
import type { McpToolsOptions } from './create-mcp-tools.ts'
import { createStdioMcpClient } from './create-stdio-mcp-client.ts'
import type { StdioMcpClientOptions } from './create-stdio-mcp-client.ts'

// Each start is a whole Node process, on a machine that may be busy with others.
vi.setConfig({ testTimeout: 30_000 })

const programOf = ({ command, args }: StdioServer): StdioMcpClientOptions => ({ command, args })

const AS_A: McpToolsOptions = { prefix: 'a' }

describe('a local program', () => {
  it('starts when its tools are asked for, and is gone after close', async () => {
    using server = stdioServerCommand({ tools: [tool('t'), tool('u')] })
    const client = createStdioMcpClient(programOf(server))
    expect(server.started()).toEqual([])
    const tools = await createMcpTools(client, { prefix: 'my-files', source: 'filesystem', effect: 'read', effects: { u: 'write' } })
    expect(tools.source).toBe('filesystem')
    expect(tools.tools.map(({ published: { name, effect, source } }) => [name, effect, source])).toEqual([
      ['my-files_t', 'read', 'filesystem'],
      ['my-files_u', 'write', 'filesystem']
    ])
    expect(await tools[REMOTE].call('t', { x: 1 }, {})).toMatchObject({ kind: 'complete' })
    await Promise.all([client.close(), client.close()])
    expect(await server.stillRunning()).toEqual([])
    await expectCode(tools[REMOTE].call('t', {}, {}), 'connection_closed')
    await expectCode(createMcpTools(client, AS_A), 'connection_closed')
    expect(server.started()).toHaveLength(1)
  })

  it('starts once for all who ask, each with a selection of its own', async () => {
    using server = stdioServerCommand({ tools: [tool('get_x'), tool('set_x')] })
    const client = createStdioMcpClient(programOf(server))
    const [readers, writers] = await Promise.all([
      createMcpTools(client, { prefix: 'r', effect: 'read', denyTools: ['set_*'] }),
      createMcpTools(client, { prefix: 'w', effect: 'write', allowTools: ['set_*'] })
    ])
    await client.close()
    expect([...readers.tools, ...writers.tools].map(({ published }) => published.name)).toEqual(['r_get_x', 'w_set_x'])
    expect([server.started().length, server.count('tools/list')]).toEqual([1, 1])
    expect(await server.stillRunning()).toEqual([])
  })

  it('is looked up in PATH by a bare name', async () => {
    using server = stdioServerCommand()
    vi.stubEnv('PATH', join(server.command, '..'))
    const client = createStdioMcpClient({ command: 'node', args: server.args })
    try {
      expect((await createMcpTools(client, AS_A)).tools).toHaveLength(1)
    } finally {
      await client.close()
    }
    expect(await server.stillRunning()).toEqual([])
  })

  it('gets its folder and its variables, and no others', async () => {
    using server = stdioServerCommand()
    vi.stubEnv('B10X_INHERITED_KEY', 'inherited-1')
    vi.stubEnv('B10X_OTHER', 'other-token-1')
    const env = { B10X_SERVER_TOKEN: 'CANARY-12345', B10X_MODE: 'production', B10X_UNSET: undefined }
    const client = createStdioMcpClient({ ...programOf(server), env, inheritEnv: ['B10X_INHERITED_KEY', 'B10X_NOT_SET'], cwd: '/' })
    const tools = await createMcpTools(client, { ...AS_A, secrets: ['from-elsewhere', 'short'] })
    await client.close()
    const [started] = server.started()
    expect(started?.cwd).toBe('/')
    expect(started?.env.filter((name) => name.startsWith('B10X'))).toEqual(['B10X_INHERITED_KEY', 'B10X_MODE', 'B10X_SERVER_TOKEN'])
    expect(tools[REMOTE].sentSecrets()).toEqual(['CANARY-12345', 'inherited-1', 'from-elsewhere'])
    const shown = inspect([client, tools], { showHidden: true, depth: null }) + JSON.stringify([client, tools])
    expect(shown).not.toContain('CANARY')
  })
})

it('a suspicion of drift is told once, and changes no tool', async () => {
  const changed = messages('{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}', '{{good}}')
  using server = stdioServerCommand({ capabilities: { tools: { listChanged: true } } }, answering('tools/call', changed))
  const client = createStdioMcpClient(programOf(server))
  const { tools, [REMOTE]: remote } = await createMcpTools(client, AS_A)
  expect(remote.drainEvents()).toEqual([])
  await remote.call('t', {}, {})
  await remote.call('t', {}, {})
  expect(remote.drainEvents()).toEqual([{ kind: 'drift_suspected' }])
  expect(remote.drainEvents()).toEqual([])
  expect((await createMcpTools(client, AS_A)).tools).toEqual(tools)
  await client.close()
})

describe('F13: nothing is left', () => {
  it.each([
    ['in the group of the wrapper', 'same-group'],
    ['in a group of its own', 'detached']
  ] as const)('of a wrapper and its grandchild that ignores SIGTERM, %s', async (_, group) => {
    using server = stdioServerCommand(deviations.stubbornGrandchild(group))
    const client = createStdioMcpClient({ ...programOf(server), closeLadderMs: 50 })
    await createMcpTools(client, AS_A)
    expect(server.started().map(({ role }) => role)).toEqual(['wrapper', 'server'])
    await client.close()
    expect(await server.stillRunning()).toEqual([])
  })

  it('of a program that is closed while it starts', async () => {
    using server = stdioServerCommand(deviations.neverSpeaks())
    const client = createStdioMcpClient({ ...programOf(server), closeLadderMs: 50 })
    const starting = expectCode(createMcpTools(client, AS_A), 'connection_closed')
    await server.received('*')
    await client.close()
    await starting
    expect(await server.stillRunning()).toEqual([])
  })

  it('of a program whose start is ended by a signal; a second start may follow', async () => {
    using server = stdioServerCommand(answering('tools/list', neverAnswer(), 1))
    const stop = new AbortController()
    const client = createStdioMcpClient({ ...programOf(server), closeLadderMs: 50 })
    const listing = expectCode(createMcpTools(client, { ...AS_A, signal: stop.signal }), 'cancelled')
    await server.received('tools/list')
    stop.abort()
    await listing
    expect((await createMcpTools(client, AS_A)).tools).toHaveLength(1)
    await client.close()
    expect(await server.stillRunning()).toEqual([])
  })

  it('of a program that never answers, when the time for connecting is over', async () => {
    using server = stdioServerCommand(deviations.neverSpeaks())
    const client = createStdioMcpClient({ ...programOf(server), bounds: { connectDeadlineMs: 300 }, closeLadderMs: 50 })
    await expectCode(createMcpTools(client, AS_A), 'deadline_exceeded')
    expect(await server.stillRunning()).toEqual([])
    await client.close()
  })

  it('of a call in flight', async () => {
    using server = stdioServerCommand(answering('tools/call', neverAnswer()))
    const client = createStdioMcpClient(programOf(server))
    const tools = await createMcpTools(client, AS_A)
    const calling = expectCode(tools[REMOTE].call('t', {}, {}), 'outcome_unknown')
    await server.received('tools/call')
    await client.close()
    await calling
    expect(await server.stillRunning()).toEqual([])
  })
})

describe('a start that fails', () => {
  it('leaves nothing, and may be tried again', async () => {
    using server = stdioServerCommand(deviations.exitsAtOnce())
    const client = createStdioMcpClient(programOf(server))
    await expectCode(createMcpTools(client, AS_A), 'process_exited')
    await expectCode(createMcpTools(client, AS_A), 'process_exited')
    // Twice each: where the probe ended a program, it is started once more.
    expect(server.started()).toHaveLength(4)
    await client.close()
    expect(await server.stillRunning()).toEqual([])
  })

  it.each([
    ['program_not_found', { command: 'b10x-no-such-program' }],
    ['program_not_found', { command: './relative' }],
    ['usage_invalid', { command: process.execPath, args: ['a\0b'] }],
    ['bounds_invalid', { command: process.execPath, bounds: { maxTools: 0 } }],
    ['protocol_version_unsupported', { command: process.execPath, protocolVersion: '1999-01-01' }]
  ] as const)('is %s with %o', async (code, options) => {
    const client = createStdioMcpClient(options)
    await expectCode(createMcpTools(client, AS_A), code)
    await client.close()
  })

  it('closing what never started is fine', async () => {
    const client = createStdioMcpClient({ command: 'b10x-no-such-program' })
    await client.close()
    await expectCode(createMcpTools(client, AS_A), 'connection_closed')
  })
})

describe('options', () => {
  it.each<[string, object]>([
    ['command', { command: '' }],
    ['command', {}],
    ['enviroment', { command: 'node', enviroment: {} }]
  ])('%s: %o is refused at once', (option, options) => {
    const error = expectThrownCode(() => createStdioMcpClient(options as StdioMcpClientOptions), 'option_invalid')
    expect(error.details).toMatchObject({ option })
  })

  it('another build of the foundation is refused at once', () => {
    const foundation = { version: '0.0.1', revision: '0'.repeat(40) }
    expectThrownCode(() => createStdioMcpClient({ command: 'node', foundation }), 'foundation_release_mismatch')
  })

  it.each<[string, object]>([
    ['prefix', {}],
    ['prefix', { prefix: '' }],
    ['source', { prefix: 'a', source: 'b\n' }],
    ['denyTool', { prefix: 'a', denyTool: ['x'] }],
    ['effect', { prefix: 'a', effect: 'safe' }]
  ])('%s: %o is refused, and nothing is started', async (option, options) => {
    using server = stdioServerCommand()
    const client = createStdioMcpClient(programOf(server))
    const error = await expectCode(createMcpTools(client, options as McpToolsOptions), 'option_invalid')
    expect(error.details).toMatchObject({ option })
    expect(server.started()).toEqual([])
    await client.close()
  })
})

it('what is no client is refused', async () => {
  const error = await expectCode(createMcpTools({ callTool: () => {} } as unknown as McpClient, AS_A), 'option_invalid')
  expect(error.details).toMatchObject({ option: 'client' })
})

it('a client of the foundation is taken as it is, and stays the caller\'s', async () => {
  using server = stdioServerCommand({ tools: [tool('t')] }, { capabilities: { tools: { listChanged: true } } })
  const client = await connect(stdioTransport({ command: server.command, args: server.args }))
  try {
    const tools = await createMcpTools(client, { prefix: 'a', secrets: ['CANARY-1234'] })
    expect(tools.tools.map(({ published }) => published.name)).toEqual(['a_t'])
    expect(tools[REMOTE].sentSecrets()).toEqual(['CANARY-1234'])
    expect(tools[REMOTE].bounds).toBe(client.bounds)
    expect(await client.callTool('t')).toMatchObject({ kind: 'complete' })
  } finally {
    await client.close()
  }
  expect(await server.stillRunning()).toEqual([])
})
