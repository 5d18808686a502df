import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { httpTransport } from '@b10x/mcp-foundation/http'
import { sseTransport } from '@b10x/mcp-foundation/sse'
import { stdioTransport } from '@b10x/mcp-foundation/stdio'
import type { JsonObject, SnapshotDiff } from '@b10x/mcp-foundation'
import type { AuditRecord, HttpAuthorization } from '@b10x/ports'
import { answering, body, deviations, expectCode, neverAnswer, processesGone, startHttpServer, startSseServer, stdioServerCommand, tool } from '@b10x/testkit'
import type { HttpServer, ScriptPart } from '@b10x/testkit'
import { describe, expect, test, vi } from 'vitest'
import { createMemoryApprovals } from '../approvals/create-memory-approvals.ts'
import { AUTHORIZE } from '../connection/auth.ts'
import type { McpAuthProvider } from '../connection/auth.ts'
import { createMemoryAudit } from '../evidence/create-memory-audit.ts'
import { mapped, writeProfileFolder } from './__fixtures__/profile-folder.ts'
import type { ProfileFolder } from './__fixtures__/profile-folder.ts'
import { loadRunProfile } from './load-run-profile.ts'
import { prepareRun } from './prepare-run.ts'
import type { PreparedRun, PrepareRunOptions } from './prepare-run.ts'

// Processes start slowly on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

const CANARY = 'obey-me-canary'
const SCRIPT: ScriptPart = { tools: [tool('t', { description: CANARY }), tool('kept')], instructions: CANARY, capabilities: { tools: { listChanged: true } } }
const TOOLS = [mapped('t')]

/** The server learns a moment later that a connection was ended. */
const noSocketsLeft = (server: { openSockets(): number }): Promise<void> => vi.waitFor(() => expect(server.openSockets()).toBe(0))

const events = (rows: readonly AuditRecord[]): readonly string[] => rows.map(({ event }) => event)

const httpFolder = (server: HttpServer, changes: JsonObject = {}): Promise<ProfileFolder> =>
  writeProfileFolder(httpTransport(server.url), { transport: 'streamable-http', url: server.url, ...(changes['connection'] as JsonObject | undefined) }, TOOLS, {
    ...changes,
    connection: { transport: 'streamable-http', url: server.url, ...(changes['connection'] as JsonObject | undefined) }
  })

const prepare = async ({ file }: ProfileFolder, options: PrepareRunOptions = {}): Promise<PreparedRun> => prepareRun(await loadRunProfile(file), options)

describe('a run', () => {
  test('over HTTP: one listing in the pinned revision, one call, its rows, and nothing left', async () => {
    await using server = await startHttpServer(SCRIPT)
    await using folder = await httpFolder(server)
    const [listed, discovered] = [server.count('tools/list'), server.count('server/discover')]
    const audit = createMemoryAudit()
    const run = await prepare(folder, { audit, actor: 'user:alice' })
    expect(run.tools.tools.map(({ name, description }) => [name, description])).toEqual([['t', 'Ours about t.']])
    const result = await run.tools.callTool('t', { a: 1 })
    expect(result).toMatchObject({ isError: false, provenance: { source: 'sample', tool: 't', trust: 'untrusted' } })
    await run.close()
    await run.close()
    expect(server.count('tools/list')).toBe(listed + 1)
    // The facts about the server are asked for, and not which revision it speaks.
    expect(server.count('server/discover')).toBe(discovered + 1)
    expect(server.count('tools/call')).toBe(1)
    expect(events(audit.rows)).toEqual(['run_prepared', 'call_attempted', 'call_completed', 'run_closed'])
    expect(new Set(audit.rows.map(({ runId }) => runId))).toEqual(new Set([run.runId]))
    expect(audit.rows.every(({ actor }) => actor === 'user:alice')).toBe(true)
    expect(JSON.stringify([audit.rows, run.tools.tools])).not.toContain(CANARY)
    await noSocketsLeft(server)
    await expectCode(run.tools.callTool('t', {}), 'connection_closed')
  })

  test('says what it was prepared from', async () => {
    await using server = await startHttpServer(SCRIPT)
    await using folder = await httpFolder(server)
    const profile = await loadRunProfile(folder.file)
    await using run = await prepareRun(profile)
    expect(run.evidence).toEqual({
      profileDigest: profile.digest,
      snapshotDigest: profile.snapshot.digest,
      protocolVersion: '2026-07-28',
      transport: 'streamable-http',
      endpoint: server.url,
      foundation: { version: '0.1.0', revision: null },
      tools: [{ name: 't', digest: profile.snapshot.tools.find(({ name }) => name === 't')?.digest }],
      leftOut: [{ reason: 'unmapped', count: 1 }]
    })
  })

  test('over stdio: the program in the folder that the profile names, with the variables it names and no other', async () => {
    using server = stdioServerCommand(SCRIPT)
    const transport = stdioTransport({ command: server.command, args: server.args })
    await using folder = await writeProfileFolder(transport, {}, TOOLS)
    const [program = '', ...args] = server.args
    const tell = 'console.error(JSON.stringify([process.cwd(), process.env.SAMPLE_TOKEN, process.env.OTHER ?? null]))'
    await mkdir(path.join(folder.folder, 'sub'))
    await writeFile(path.join(folder.folder, 'sub/start.mjs'), `${tell}\nprocess.argv.splice(2, 0, ...${JSON.stringify(args)})\nawait import(${JSON.stringify(program)})\n`)
    await folder.rewrite({ connection: { transport: 'stdio', command: [server.command, 'start.mjs'], env: ['SAMPLE_TOKEN'], cwd: 'sub' } })
    const audit = createMemoryAudit()
    const run = await prepare(folder, { audit, env: { SAMPLE_TOKEN: 'canary-0123456789', OTHER: 'x' } })
    await run.tools.callTool('t', {})
    await run.close()
    expect(JSON.parse(run.stderrTail())).toEqual([path.join(folder.folder, 'sub'), 'canary-0123456789', null])
    expect(run.evidence).toMatchObject({ transport: 'stdio', endpoint: `${server.command} start.mjs` })
    expect(JSON.stringify([audit.rows, run.evidence])).not.toContain('canary-0123456789')
    expect(await server.stillRunning()).toEqual([])
    expect(await processesGone(server.started().map(({ pid }) => pid))).toEqual([])
  })

  test('over HTTP+SSE', async () => {
    await using server = await startSseServer({ ...SCRIPT, protocolVersions: ['2025-06-18'] })
    await using folder = await writeProfileFolder(sseTransport(server.url), { transport: 'sse', url: server.url }, TOOLS)
    const run = await prepare(folder)
    expect(await run.tools.callTool('t', {})).toMatchObject({ isError: false })
    expect(run.evidence).toMatchObject({ transport: 'sse', protocolVersion: '2025-06-18' })
    await run.close()
    await noSocketsLeft(server)
  })

  test('keeps to the subjects, the rules and the limits of its profile', async () => {
    await using server = await startHttpServer(SCRIPT)
    await using folder = await httpFolder(server)
    await folder.rewrite({ subjects: ['user:alice'] })
    await using own = await prepare(folder)
    await own.tools.callTool('t', {}, { actor: 'user:alice' })
    await expectCode(own.tools.callTool('t', {}, { actor: 'user:bob' }), 'policy_denied')
    await folder.rewrite({ policy: { deny: ['t'] } })
    await using denied = await prepare(folder)
    await expectCode(denied.tools.callTool('t', {}), 'policy_denied')
    await folder.rewrite({ tools: [mapped('t', { maxResultBytes: 10 })] })
    await using small = await prepare(folder)
    await expectCode(small.tools.callTool('t', { a: 'x'.repeat(20) }), 'result_too_large')
    expect(server.count('tools/call')).toBe(2)
  })

  test.each([
    ['a tool of high risk', { effect: 'read', risk: 'high' }],
    ['a tool of tier 4', { effect: 'read', risk: 'low', tier: { level: 4, rationale: 'It may start anything.' } }]
  ])('%s needs an approval although a rule allows it', async (_name, members) => {
    await using server = await startHttpServer(SCRIPT)
    await using folder = await httpFolder(server, { policy: { allow: ['*'] } })
    await folder.rewrite({ tools: [mapped('t', members)] })
    await using unattended = await prepare(folder)
    await expectCode(unattended.tools.callTool('t', {}), 'approval_required')
    const approvals = createMemoryApprovals()
    await using run = await prepare(folder, { approvals, actor: 'agent:a' })
    await expectCode(run.tools.callTool('t', { to: 'a' }), 'approval_required')
    const [request] = approvals.pending()
    approvals.approve(request?.id ?? '', 'user:bob')
    await run.tools.callTool('t', { to: 'a' })
    await expectCode(run.tools.callTool('t', { to: 'a' }), 'approval_required')
    expect(server.count('tools/call')).toBe(1)
  })
})

describe('X-09: a server that changed between two runs', () => {
  test.each(['annotation', 'meta', 'description', 'schema', 'added', 'missing'] as const)('%s: refused, with a row and without a word of the server', async (kind) => {
    const { reviewed, live } = deviations.drift(kind)
    await using server = await startHttpServer(reviewed)
    await using folder = await httpFolder(server)
    const audit = createMemoryAudit()
    await (await prepare(folder, { audit })).close()
    server.become(live)
    const error = await expectCode(prepare(folder, { audit }), 'snapshot_mismatch')
    expect(error.details).toEqual({ differences: 1 })
    expect((error.cause as SnapshotDiff).differences).toHaveLength(1)
    expect(events(audit.rows)).toEqual(['run_prepared', 'run_closed', 'run_refused'])
    expect(audit.rows.at(-1)).toMatchObject({ source: 'sample', code: 'snapshot_mismatch' })
    expect(JSON.stringify([error, audit.rows])).not.toMatch(/sends the sum|"new"/)
    await noSocketsLeft(server)
    expect(server.count('tools/call')).toBe(0)
  })

  test('an added tool may be ignored: it is counted, not published and cannot be called', async () => {
    const { reviewed, live } = deviations.drift('added')
    await using server = await startHttpServer(reviewed)
    await using folder = await httpFolder(server, { onUnmappedAdded: 'ignore' })
    server.become(live)
    await using run = await prepare(folder)
    expect(run.tools.tools.map(({ name }) => name)).toEqual(['t'])
    expect(run.evidence.leftOut).toEqual([{ reason: 'unmapped', count: 2 }])
    await run.tools.callTool('t', {})
    for (const name of ['new', 'kept']) await expectCode(run.tools.callTool(name, {}), 'tool_not_published')
    expect(server.count('tools/call')).toBe(1)
    server.become({ tools: [tool('kept'), tool('new')] })
    await expectCode(prepare(folder), 'snapshot_mismatch')
  })

  test('the revision: the pinned one is spoken or nothing is', async () => {
    await using server = await startHttpServer(SCRIPT)
    await using folder = await httpFolder(server)
    server.become({ protocolVersions: ['2025-06-18'] })
    await expectCode(prepare(folder), 'protocol_revision_changed')
  })
})

test('X-09: a server that changes during a run changes nothing, and leaves one row', async () => {
  await using server = await startHttpServer(SCRIPT)
  await using folder = await httpFolder(server)
  const audit = createMemoryAudit()
  const run = await prepare(folder, { audit })
  const before = JSON.stringify(run.tools.tools)
  const changed = { message: '{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}' }
  const good = '{"jsonrpc":"2.0","id":{{id}},"result":{"resultType":"complete","content":[{"type":"text","text":"x"}]}}'
  server.become({ tools: [tool('t', { description: 'other' }), tool('new')] }, { respondWith: 'sse', answers: [{ on: 'tools/call', answer: { steps: [changed, { message: good }] } }] })
  await run.tools.callTool('t', {})
  await run.tools.callTool('t', {})
  expect(run.driftSuspected).toBe(true)
  expect(JSON.stringify(run.tools.tools)).toBe(before)
  await expectCode(run.tools.callTool('new', {}), 'tool_not_published')
  await run.close()
  expect(events(audit.rows).filter((event) => event === 'drift_suspected')).toHaveLength(1)
  expect(events(audit.rows).at(-1)).toBe('run_closed')
})

test('a call that is in flight at the end has its row before the last one', async () => {
  await using server = await startHttpServer(SCRIPT, answering('tools/call', neverAnswer()))
  await using folder = await httpFolder(server)
  const audit = createMemoryAudit()
  const run = await prepare(folder, { audit })
  const call = expectCode(run.tools.callTool('t', {}), 'outcome_unknown')
  await server.received('tools/call')
  await run.close()
  await call
  expect(events(audit.rows)).toEqual(['run_prepared', 'call_attempted', 'call_failed', 'run_closed'])
})

describe('credentials that can be renewed', () => {
  /** A provider whose second token is the right one. */
  function tokens(): McpAuthProvider {
    let challenges = 0
    const authorization: HttpAuthorization = {
      headers: () => ({ authorization: `Bearer canary-token-${challenges}` }),
      answerChallenge: () => Promise.resolve((challenges += 1) < 3)
    }
    return { [AUTHORIZE]: () => authorization }
  }
  const refused = body(401, { 'www-authenticate': 'Bearer error="invalid_token"' })

  test('are renewed while preparing and while calling; each time there is a row, and never a token', async () => {
    await using server = await startHttpServer(SCRIPT)
    await using folder = await httpFolder(server)
    server.become(answering('tools/list', refused, server.count('tools/list') + 1), answering('tools/call', refused, 1))
    const audit = createMemoryAudit()
    const run = await prepare(folder, { audit, authProvider: tokens() })
    await run.tools.callTool('t', {})
    await run.close()
    expect(events(audit.rows)).toEqual(['reauthorized', 'run_prepared', 'call_attempted', 'reauthorized', 'call_completed', 'run_closed'])
    expect(server.requests.at(-1)?.headers).toMatchObject({ authorization: 'Bearer canary-token-2' })
    expect(JSON.stringify([audit.rows, run])).not.toContain('canary')
    await noSocketsLeft(server)
  })

  test('stand beside no other: neither a bearer token of the profile, nor a program', async () => {
    await using server = await startHttpServer(SCRIPT)
    await using folder = await httpFolder(server, { connection: { bearerEnv: 'B' } })
    await expectCode(prepare(folder, { authProvider: tokens(), env: { B: 'x' } }), 'option_invalid')
    await folder.rewrite({ connection: { transport: 'stdio', command: ['x'] } })
    await expectCode(prepare(folder, { authProvider: tokens() }), 'option_invalid')
  })
})

describe('what a run needs', () => {
  test('variables: every missing one is named, and nothing is sent', async () => {
    await using server = await startHttpServer(SCRIPT)
    await using folder = await httpFolder(server, { connection: { bearerEnv: 'B', headersEnv: { 'X-Key': 'A' } } })
    const requests = server.count('*')
    const audit = createMemoryAudit()
    const error = await expectCode(prepare(folder, { env: {}, audit }), 'variable_missing')
    expect(error.details).toEqual({ names: ['A', 'B'] })
    expect(server.count('*')).toBe(requests)
    expect(events(audit.rows)).toEqual(['run_refused'])
    await using run = await prepare(folder, { env: { A: 'key-0123456789', B: 'token-0123456789' }, audit })
    await run.tools.callTool('t', {})
    expect(server.requests.at(-1)?.headers).toMatchObject({ authorization: 'Bearer token-0123456789', 'x-key': 'key-0123456789' })
    expect(JSON.stringify([audit.rows, run.evidence])).not.toContain('0123456789')
  })

  test('F7: a result that echoes a credential of the profile is refused', async () => {
    await using server = await startHttpServer({ ...SCRIPT, results: { t: { content: [{ type: 'text', text: 'you sent token-0123456789' }] } } })
    await using folder = await httpFolder(server, { connection: { bearerEnv: 'B' } })
    await using run = await prepare(folder, { env: { B: 'token-0123456789' } })
    await expectCode(run.tools.callTool('t', {}), 'credential_echoed')
  })

  test('the pinned foundation: code run from source is never it', async () => {
    await using server = await startHttpServer(SCRIPT)
    await using folder = await httpFolder(server, { foundation: { version: '0.1.0', revision: '0'.repeat(40) } })
    const requests = server.count('*')
    await expectCode(prepare(folder), 'foundation_release_mismatch')
    expect(server.count('*')).toBe(requests)
  })

  test('a sink: a run whose row cannot be written does not start, and one whose end cannot be written is closed all the same', async () => {
    await using server = await startHttpServer(SCRIPT)
    await using folder = await httpFolder(server)
    await expectCode(prepare(folder, { audit: createMemoryAudit(0) }), 'audit_unavailable')
    await noSocketsLeft(server)
    const run = await prepare(folder, { audit: createMemoryAudit(1) })
    await expectCode(run.close(), 'audit_unavailable')
    await noSocketsLeft(server)
  })

  test('time: an abort ends preparing', async () => {
    await using server = await startHttpServer(SCRIPT)
    await using folder = await httpFolder(server)
    await expectCode(prepare(folder, { signal: AbortSignal.abort() }), 'cancelled')
  })
})
