// A listing of 250 tools on three pages, which grows by one while it is listed for the first time. The new tool comes
// first and the cursors of the servers are offsets, so the first listing shows one tool twice and the new one never.
import { connect, diffSnapshots } from '@b10x/mcp-foundation'
import type { McpClient } from '@b10x/mcp-foundation'
import { expectCode } from '@b10x/testkit'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Revision, RunningPeer } from './peers/peer.ts'
import { onHttp, onStdio } from './peers/sdk-peers.ts'
import { CATALOGUE_SIZE, GROW_TOOL, GROWN_TOOL, LATE_TOOL, openCatalogue } from './peers/tool-catalogue.ts'
import type { ToolCatalogue } from './peers/tool-catalogue.ts'
import { createCatalogueServer as createV1 } from './sdk-v1/catalogue-server.ts'
import * as v1 from './sdk-v1/serve-http.ts'
import { createCatalogueServer as createV2 } from './sdk-v2/catalogue-server.ts'
import * as v2 from './sdk-v2/serve-http.ts'

// Each start on stdio is a whole Node process, on a machine that may be busy with others.
vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 })

type Serve = (catalogue: ToolCatalogue) => ReturnType<typeof v1.serveStateless>

/** A fresh catalogue each time: it grows once in its life. */
function withCatalogue(serve: Serve): () => Promise<RunningPeer> {
  return onHttp(() => serve(openCatalogue()))
}

const STDIO_V1 = onStdio('v1', 'catalogue')
const STDIO_V2 = onStdio('v2', 'catalogue')
const SESSIONS_V1 = withCatalogue((catalogue) => v1.serveSessions(() => createV1(catalogue)))
const STATELESS_V1 = withCatalogue((catalogue) => v1.serveStateless(() => createV1(catalogue)))
const HTTP_V2 = withCatalogue((catalogue) => v2.serveHttp(() => createV2(catalogue), 'stateless'))
const SESSIONS_V2 = withCatalogue((catalogue) => v2.serveHttpWithSessions(() => createV2(catalogue)))

const ANNOUNCING: readonly (readonly [name: string, revision: Revision, start: () => Promise<RunningPeer>])[] = [
  ['sdk 1.32.2, stdio', '2025-11-25', STDIO_V1],
  ['sdk 1.32.2, HTTP with sessions', '2025-11-25', SESSIONS_V1],
  ['sdk 1.32.2, HTTP without state', '2025-03-26', STATELESS_V1],
  ['server 2.4.0, stdio', '2025-06-18', STDIO_V2],
  // The specification leaves this announcement to `subscriptions/listen`; this SDK writes it to the response of the request too.
  ['server 2.4.0, HTTP', '2026-07-28', HTTP_V2],
  ['server 2.4.0, HTTP without state', '2025-11-25', HTTP_V2],
  ['server 2.4.0, HTTP with sessions', '2025-11-25', SESSIONS_V2]
]

describe('a listing of several pages', () => {
  const cleanUp: (() => Promise<void>)[] = []

  afterEach(async () => {
    for (const step of cleanUp.splice(0).toReversed()) await step()
  })

  async function open(start: () => Promise<RunningPeer>, protocolVersion: Revision, onDriftSuspected = (): void => {}): Promise<McpClient> {
    const peer = await start()
    cleanUp.push(() => peer.close())
    const client = await connect(peer.transport(), { protocolVersion, onDriftSuspected })
    cleanUp.push(() => client.close())
    return client
  }

  it.each(ANNOUNCING)('is taken again when the server announces a change: %s, %s', async (_name, revision, start) => {
    let told = 0
    const client = await open(start, revision, () => (told += 1))
    const frozen = await client.freeze()
    expect(frozen.tools).toHaveLength(CATALOGUE_SIZE + 1)
    expect(frozen.tools.filter(({ name }) => name === LATE_TOOL)).toHaveLength(1)
    expect([client.driftSuspected, told]).toEqual([false, 0])

    expect(await client.callTool(GROW_TOOL)).toMatchObject({ kind: 'complete', isError: false })
    expect([client.driftSuspected, told]).toEqual([true, 1])
    expect(await client.freeze()).toBe(frozen)
    await expectCode(client.callTool(GROWN_TOOL), 'tool_not_found')
    const { differences } = diffSnapshots(frozen, await client.relist())
    expect(differences).toMatchObject([{ kind: 'tool_added', tool: GROWN_TOOL }])
  })

  // On stdio this SDK keeps to the specification: without a subscription nothing is announced in 2026-07-28. The torn
  // listing is refused then, and the next one is whole.
  it('is refused when it is torn and nothing was announced: server 2.4.0, stdio, 2026-07-28', async () => {
    const client = await open(STDIO_V2, '2026-07-28')
    expect((await expectCode(client.freeze(), 'tool_name_duplicate')).details).toEqual({ first: 199, second: 200 })
    expect((await client.freeze()).tools).toHaveLength(CATALOGUE_SIZE + 1)
    await client.callTool(GROW_TOOL)
    expect(client.driftSuspected).toBe(false)
  })
})
