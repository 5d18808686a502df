import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { LEGACY, MODERN, PROTOCOL_VERSIONS, answering, deviations, expectCode, rpcError, stdioServerCommand } from '@b10x/testkit'
import { describe, expect, it } from 'vitest'
import { PEERS, startHttpPeer, startStdioPeer } from '../__fixtures__/scripted-peers.ts'

describe.each(PEERS)('over %s', (_name, start) => {
  it.each(PROTOCOL_VERSIONS)('agrees on %s when the server speaks nothing else', async (revision) => {
    await using peer = await start({ protocolVersions: [revision] })
    const client = await peer.client()
    expect([client.era, client.protocolVersion]).toEqual([revision === '2026-07-28' ? 'modern' : 'legacy', revision])
    expect((await client.freeze()).protocolVersion).toBe(revision)
    expect((await client.callTool('t', { a: 1 })).kind).toBe('complete')
  })

  it.each(PROTOCOL_VERSIONS)('speaks a pinned %s without a probe', async (revision) => {
    await using peer = await start({})
    const client = await peer.client({ protocolVersion: revision })
    expect(peer.count('server/discover')).toBe(0)
    expect((await client.freeze()).protocolVersion).toBe(revision)
  })

  it('prefers the newest revision', async () => {
    await using peer = await start({})
    expect((await peer.client()).protocolVersion).toBe('2026-07-28')
  })

  it('gives the same snapshot for a negotiated and a pinned revision', async () => {
    await using peer = await start({ instructions: 'Be kind.' })
    const negotiated = await (await peer.client()).freeze()
    const pinned = await (await peer.client({ protocolVersion: '2026-07-28' })).freeze()
    expect(pinned).toEqual(negotiated)
  })

  it.each([
    ['2026-07-28', LEGACY],
    ['2025-11-25', MODERN],
    ['2025-06-18', ['2025-11-25'] as const]
  ])('refuses a server that no longer speaks the pinned %s', async (pinned, protocolVersions) => {
    await using peer = await start({ protocolVersions })
    const work = peer.client({ protocolVersion: pinned }).then((client) => client.freeze())
    expect((await expectCode(work, 'protocol_revision_changed')).details).toEqual({ expected: pinned })
  })

  it('refuses a revision that we do not know before anything is sent', async () => {
    await using peer = await start({})
    await expectCode(peer.client({ protocolVersion: '2023-01-01' }), 'protocol_version_unsupported')
    expect(peer.count('*')).toBe(0)
  })

  it('falls back when -32022 lists only revisions with a handshake', async () => {
    const data = { supported: ['2025-11-25'], requested: '2026-07-28' }
    const refusal = answering('server/discover', rpcError(-32022, 'Unsupported', { data, status: 400 }))
    await using peer = await start({ protocolVersions: LEGACY }, refusal)
    expect((await peer.client()).protocolVersion).toBe('2025-11-25')
  })

  it('names the revisions of a server that speaks only newer ones', async () => {
    const data = { supported: ['2031-01-01', 'surprise <b>'], requested: '2026-07-28' }
    await using peer = await start({}, answering('server/discover', rpcError(-32022, 'Unsupported', { data, status: 400 })))
    const { details } = await expectCode(peer.client(), 'protocol_version_unsupported')
    expect(details).toEqual({ requested: null, offered: ['2031-01-01'] })
  })

  it('asks once more when the server refuses the revision and lists it, and no third time', async () => {
    const refusal = rpcError(-32022, 'Unsupported', { data: { supported: ['2026-07-28'], requested: '2026-07-28' }, status: 400 })
    await using wavering = await start({}, answering('server/discover', refusal, 1))
    expect((await wavering.client()).protocolVersion).toBe('2026-07-28')
    await using refusing = await start({}, answering('server/discover', refusal))
    const { details } = await expectCode(refusing.client(), 'protocol_version_unsupported')
    expect(details).toEqual({ requested: null, offered: ['2026-07-28'] })
    expect([refusing.count('server/discover'), refusing.count('initialize')]).toEqual([2, 0])
  })

  it('does not fall back on a header mismatch', async () => {
    await using peer = await start({}, deviations.headerMismatch('server/discover'))
    await expectCode(peer.client(), 'header_mismatch')
    expect(peer.count('initialize')).toBe(0)
  })
})

describe('over Streamable HTTP', () => {
  it.each([400, 404, 405, 406, 415])('falls back on a bare %i', async (status) => {
    await using peer = await startHttpPeer({ protocolVersions: LEGACY }, answering('server/discover', { status, sse: false, headers: {}, steps: [] }))
    expect((await peer.client()).era).toBe('legacy')
  })

  it.each([
    [401, 'credential_rejected'],
    [403, 'credential_rejected'],
    [407, 'http_status_unexpected'],
    [408, 'http_status_unexpected'],
    [425, 'http_status_unexpected'],
    [429, 'http_status_unexpected'],
    [451, 'http_status_unexpected'],
    [500, 'http_status_unexpected'],
    [503, 'http_status_unexpected'],
    [302, 'redirect_denied']
  ])('takes a bare %i for no evidence of an era', async (status, code) => {
    const answer = { status, sse: false, headers: { location: 'http://127.0.0.1:9/' }, steps: [] }
    await using peer = await startHttpPeer({}, answering('server/discover', answer))
    await expectCode(peer.client(), code)
    expect(peer.count('initialize')).toBe(0)
  })

  it.each([408, 429, 500, 503])('takes a %i for no evidence of an era, whatever JSON-RPC says beside it', async (status) => {
    await using peer = await startHttpPeer({}, answering('server/discover', rpcError(-32603, 'Overloaded', { status })))
    expect((await expectCode(peer.client(), 'http_status_unexpected')).details).toEqual({ status })
    expect(peer.count('initialize')).toBe(0)
  })

  it.each([429, 503])('takes a %i for no evidence that a pinned revision changed', async (status) => {
    const answer = { status, sse: false, headers: {}, steps: [] }
    await using peer = await startHttpPeer({}, answering('server/discover', answer), answering('tools/list', answer))
    const client = await peer.client({ protocolVersion: '2026-07-28' })
    expect((await expectCode(client.freeze(), 'http_status_unexpected')).details).toEqual({ status })
  })

  it('keeps a session through its life and ends it', async () => {
    await using peer = await startHttpPeer({ protocolVersions: LEGACY, session: true })
    const client = await peer.client()
    expect((await client.freeze()).tools).toHaveLength(1)
    await client.close()
    expect(peer.count('DELETE')).toBe(1)
  })

  it('F6 says that an expired session did not run the call', async () => {
    await using peer = await startHttpPeer(deviations.sessionGone())
    const client = await peer.client()
    await expectCode(client.callTool('t'), 'session_expired')
    expect(peer.count('tools/call')).toBe(1)
    expect(peer.count('initialize')).toBe(1)
  })

  it('F6 says that a rejected credential did not run the call', async () => {
    await using peer = await startHttpPeer(deviations.unauthorized())
    const client = await peer.client()
    expect((await expectCode(client.callTool('t'), 'credential_rejected')).details).toEqual({ status: 401 })
    expect(peer.count('tools/call')).toBe(1)
  })
})

describe('over stdio', () => {
  it('starts a program that died of the probe once more', async () => {
    await using peer = await startStdioPeer(deviations.exitsOnDiscover())
    const client = await peer.client()
    expect(client.protocolVersion).toBe('2025-11-25')
    expect(client.diagnostics().restarted).toBe(true)
    expect((await client.callTool('t')).kind).toBe('complete')
  })

  it('leaves no timer once a connection is closed, so that a program ends', async () => {
    using server = stdioServerCommand({})
    const program = fileURLToPath(new URL('../__fixtures__/connect-once.ts', import.meta.url))
    const args = ['-C', '@b10x/source', program, server.command, ...server.args]
    const { stdout } = await promisify(execFile)(process.execPath, args, { timeout: 30_000 })
    expect(stdout).toBe('2026-07-28\n')
  }, 30_000)

  it('gives a program that stays silent the older handshake, in the same process', async () => {
    await using peer = await startStdioPeer(deviations.silentOnDiscover())
    const client = await peer.client({ probeTimeoutMs: 50 })
    expect(client.protocolVersion).toBe('2025-11-25')
    expect(client.diagnostics().restarted).toBe(false)
  })

  it('takes a late modern answer', async () => {
    const late = answering('server/discover', { steps: [{ until: 'initialize' }, { message: '{{good}}' }] })
    await using peer = await startStdioPeer({ protocolVersions: MODERN }, late)
    const client = await peer.client({ probeTimeoutMs: 50 })
    expect(client.protocolVersion).toBe('2026-07-28')
    expect((await client.callTool('t')).kind).toBe('complete')
  })

  it('gives up at the connect deadline when nothing ever answers', async () => {
    await using peer = await startStdioPeer(deviations.neverSpeaks())
    const error = await expectCode(peer.client({ probeTimeoutMs: 20, bounds: { connectDeadlineMs: 400 } }), 'deadline_exceeded')
    expect(error.details).toEqual({ bound: 'connectDeadlineMs', limit: 400 })
  })

  it('says how a program ended that ends at once', async () => {
    await using peer = await startStdioPeer(deviations.exitsAtOnce(3))
    const error = await expectCode(peer.client(), 'process_exited')
    expect(error.details).toEqual({ exitCode: 3, signal: null })
    expect(error.cause).toEqual({ stderr: expect.stringContaining('fatal: no such option') })
  })

  it.each([[0], [32]])('F12 tolerates %i banner lines and counts them', async (lines) => {
    await using peer = await startStdioPeer(deviations.banner(lines))
    const client = await peer.client()
    await client.freeze()
    expect(client.diagnostics().bannerLines).toBe(lines)
  })

  it('F12 refuses more banner lines than the bound', async () => {
    await using peer = await startStdioPeer(deviations.banner(33))
    const { details } = await expectCode(peer.client(), 'bound_exceeded')
    expect(details).toEqual({ bound: 'maxBannerLines', limit: 32, seen: 33 })
  })
})
