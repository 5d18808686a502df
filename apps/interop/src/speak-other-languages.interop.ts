// Our client against servers written in Go and in Rust, on SDKs of their own.
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect, parseSnapshot } from '@b10x/mcp-foundation'
import type { McpClient, McpTransport, ToolSnapshot } from '@b10x/mcp-foundation'
import { expectCode, processesGone } from '@b10x/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cortexOnStdio } from './other-languages/cortex-server.ts'
import { prepareKubernetesPeer } from './other-languages/kubernetes-server.ts'
import type { KubernetesPeer } from './other-languages/kubernetes-server.ts'
import { processesOf } from './other-languages/processes-of.ts'
import { REVISIONS } from './peers/peer.ts'
import type { Revision } from './peers/peer.ts'
import { complete, freezeTwice, withClient } from './peers/review-server.ts'

let folder: string

beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'b10x-interop-')))
})

afterAll(() => rmSync(folder, { recursive: true }))

async function expectSameBytes(open: () => McpTransport, pinned: string | undefined): Promise<ToolSnapshot> {
  const [first, second] = await freezeTwice(open, pinned)
  expect(second).toBe(first)
  const snapshot = parseSnapshot(first)
  expect(new Set(snapshot.tools.map(({ status }) => status))).toEqual(new Set(['usable']))
  return snapshot
}

/** Every process of these servers has its HOME here. */
async function expectNoProcess(open: () => McpTransport): Promise<void> {
  const before = processesOf('HOME', folder)
  const started = await withClient(open(), undefined, async (client) => {
    await client.freeze()
    return processesOf('HOME', folder).filter((pid) => !before.includes(pid))
  })
  expect(started).not.toEqual([])
  expect(await processesGone(started)).toEqual([])
}

describe('kubernetes-mcp-server (Go)', () => {
  let peer: KubernetesPeer

  beforeAll(async () => {
    peer = await prepareKubernetesPeer(folder)
  })

  async function expectWork(client: McpClient): Promise<void> {
    const view = await complete(client, 'configuration_view')
    expect([view.isError, view.content]).toEqual([false, [{ type: 'text', text: peer.configuration }]])
    const list = await complete(client, 'pods_list')
    const address = `127.0.0.1:${peer.clusterPort}`
    const text = `failed to list pods in all namespaces: Get "http://${address}/api?timeout=10s": dial tcp ${address}: connect: connection refused`
    expect([list.isError, list.content]).toEqual([true, [{ type: 'text', text }]])
  }

  // Over HTTP with sessions it answers `server/discover` with a valid result that lists older revisions only: an answered
  // probe alone is no modern server. Without sessions, and on stdio in both modes, the same binary speaks 2026-07-28.
  const MODES: readonly { mode: string; args: readonly string[]; speaks: readonly [Revision, ...Revision[]] }[] = [
    { mode: 'default', args: [], speaks: ['2025-11-25', '2025-06-18', '2025-03-26'] },
    { mode: '--stateless', args: ['--stateless'], speaks: REVISIONS }
  ]

  describe.each(MODES)('over HTTP, $mode', ({ args, speaks }) => {
    let server: Awaited<ReturnType<KubernetesPeer['startHttp']>>

    beforeAll(async () => {
      server = await peer.startHttp(...args)
    })

    afterAll(() => server.close())

    it.each([undefined, ...speaks])('freezes the same bytes and calls, pinned %s', async (pinned) => {
      const { protocolVersion, tools } = await expectSameBytes(server.transport, pinned)
      expect([protocolVersion, tools.length]).toEqual([pinned ?? speaks[0], 20])
      await withClient(server.transport(), pinned, expectWork)
    })

    it.each(REVISIONS.filter((revision) => !speaks.includes(revision)))('refuses a pin of %s', async (pinned) => {
      const freezing = withClient(server.transport(), pinned, (client) => client.freeze())
      expect((await expectCode(freezing, 'protocol_revision_changed')).details).toEqual({ expected: pinned })
    })
  })

  it.each([undefined, ...REVISIONS])('on stdio, freezes the same bytes and calls, pinned %s', async (pinned) => {
    const { protocolVersion, tools } = await expectSameBytes(() => peer.onStdio(), pinned)
    expect([protocolVersion, tools.length]).toEqual([pinned ?? '2026-07-28', 20])
    await withClient(peer.onStdio(), pinned, expectWork)
  })

  it('leaves no process', () => expectNoProcess(() => peer.onStdio()))
})

// This server ends with status 1 when the first message is not `initialize`, and offers 2025-06-18 for anything newer.
describe('cortex-mcp (Rust)', () => {
  const open = (): McpTransport => cortexOnStdio(folder)

  it('is started once more after the probe ended it', async () => {
    await withClient(open(), undefined, async (client) => {
      expect([client.era, client.protocolVersion, client.diagnostics().restarted]).toEqual(['legacy', '2025-06-18', true])
    })
  })

  it.each([undefined, '2025-06-18', '2025-03-26'])('freezes the same bytes and calls, pinned %s', async (pinned) => {
    const { protocolVersion, tools } = await expectSameBytes(open, pinned)
    expect([protocolVersion, tools.length]).toEqual([pinned ?? '2025-06-18', 18])
    await withClient(open(), pinned, async (client) => {
      const args = { datetime: '2026-03-28T12:00:00+01:00', adjustment: '+1d', timezone: 'Europe/Berlin' }
      const { content, isError } = await complete(client, 'adjust_timestamp', args)
      const [{ text }] = content as readonly [{ readonly text: string }]
      expect(isError).toBe(false)
      expect(JSON.parse(text)).toEqual({
        original: '2026-03-28T12:00:00+01:00',
        // The clocks went forward in that night.
        adjusted_utc: '2026-03-29T10:00:00+00:00',
        adjusted_local: '2026-03-29T12:00:00+02:00',
        adjustment_applied: '+1d'
      })
      // Arguments that do not fit never reach the server: it would answer with an error of the protocol.
      const refused = await expectCode(client.callTool('adjust_timestamp', {}), 'arguments_invalid')
      expect(refused.details).toMatchObject({ pointer: '', reason: 'schema' })
    })
  })

  it('refuses a pin that it does not speak', async () => {
    const connecting = connect(open(), { protocolVersion: '2025-11-25' })
    expect((await expectCode(connecting, 'protocol_revision_changed')).details).toEqual({ expected: '2025-11-25' })
    // The first message of a pinned modern connection ends this server: it gave no answer that could be judged.
    const freezing = withClient(open(), '2026-07-28', (client) => client.freeze())
    expect((await expectCode(freezing, 'process_exited')).details).toEqual({ exitCode: 1, signal: null })
  })

  it('leaves no process', () => expectNoProcess(open))
})
