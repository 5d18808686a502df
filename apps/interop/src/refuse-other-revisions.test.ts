// A pin is spoken exactly or refused: what the official servers say to a revision that they do not speak.
import { connect } from '@b10x/mcp-foundation'
import { expectCode } from '@b10x/testkit'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { REVISIONS } from './peers/peer.ts'
import type { RunningPeer } from './peers/peer.ts'
import { withClient } from './peers/review-server.ts'
import { SDK_PEERS } from './peers/sdk-peers.ts'

// Each start on stdio is a whole Node process, on a machine that may be busy with others.
vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 })

const REFUSING = SDK_PEERS.map((peer) => ({ ...peer, refuses: REVISIONS.filter((revision) => !peer.speaks.includes(revision)) }))

describe.each(REFUSING.filter(({ refuses }) => refuses.length > 0))('$name', ({ start, refuses }) => {
  let peer: RunningPeer

  beforeAll(async () => {
    peer = await start()
  })

  afterAll(async () => {
    await peer.close()
  })

  it.each(refuses)('refuses a pin of %s', async (protocolVersion) => {
    // A modern pin is spoken without asking, so its refusal comes with the first listing.
    const freezing = withClient(peer.transport(), protocolVersion, (client) => client.freeze())
    expect((await expectCode(freezing, 'protocol_revision_changed')).details).toEqual({ expected: protocolVersion })
    expect((await peer.sessionsLeft?.()) ?? []).toEqual([])
  })
})

it('refuses a pin of a revision that we do not speak', async () => {
  const [{ start }] = SDK_PEERS as [(typeof SDK_PEERS)[number]]
  const peer = await start()
  const connecting = connect(peer.transport(), { protocolVersion: '2031-01-01' })
  expect((await expectCode(connecting, 'protocol_version_unsupported')).details).toEqual({ requested: '2031-01-01', offered: [] })
})
