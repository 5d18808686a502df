import { expectCode, expectThrownCode, startSseServer } from '@b10x/testkit'
import { describe, expect, it } from 'vitest'
import { connect } from '../connect.ts'
import { sseTransport } from '../sse.ts'
import { checkPin } from './check-pin.ts'
import { LEGACY_REVISIONS, MODERN_REVISIONS } from './revisions.ts'

describe('a pin', () => {
  it.each(['stdio', 'streamable-http', 'sse'] as const)('may be left out or have a handshake over %s', (kind) => {
    for (const pinned of [null, ...LEGACY_REVISIONS]) expect(() => checkPin(pinned, kind)).not.toThrow()
    expect(expectThrownCode(() => checkPin('2023-01-01', kind), 'protocol_version_unsupported').details).toEqual({
      requested: '2023-01-01',
      offered: []
    })
  })

  it.each(MODERN_REVISIONS)('of %s is for the other transports', (pinned) => {
    expect(() => checkPin(pinned, 'stdio')).not.toThrow()
    expect(() => checkPin(pinned, 'streamable-http')).not.toThrow()
    expectThrownCode(() => checkPin(pinned, 'sse'), 'protocol_version_unsupported')
  })

  it('that cannot be spoken is refused before anything is opened', async () => {
    await using server = await startSseServer()
    const connecting = connect(sseTransport(server.url), { protocolVersion: '2026-07-28' })
    expect((await expectCode(connecting, 'protocol_version_unsupported')).details).toEqual({ requested: '2026-07-28', offered: [] })
    expect(server.requests).toEqual([])
  })
})
