// The faults that users met in the field, each from a server that is wrong in one thing, over every transport.
import { LEGACY, MODERN, answering, deviations, expectCode, neverAnswer, tool } from '@b10x/testkit'
import { describe, expect, it } from 'vitest'
import { ALL_PEERS, PEERS } from '../__fixtures__/scripted-peers.ts'
import { ExactNumber } from '../json/exact-number.ts'
import { parseJson } from '../json/parse-json.ts'
import { assertSnapshotEqual, diffSnapshots } from '../snapshot/diff-snapshots.ts'
import type { JsonObject } from '../json/json-value.ts'

describe.each(ALL_PEERS)('over %s', (_name, start) => {
  it.each(['annotation', 'meta', 'description', 'schema', 'added', 'missing'] as const)('F1 refuses a changed %s', async (kind) => {
    const { reviewed, live } = deviations.drift(kind)
    await using before = await start(reviewed)
    await using after = await start(live)
    const left = await (await before.client()).freeze()
    const right = await (await after.client()).freeze()
    const error = await expectCode(() => assertSnapshotEqual(left, right), 'snapshot_mismatch')
    expect(error.details).toEqual({ differences: 1 })
    const expected = {
      annotation: { kind: 'member_changed', tool: 't', pointer: '/annotations/readOnlyHint', before: true, after: false },
      meta: { kind: 'member_added', tool: 't', pointer: '/_meta', after: { x: 1 } },
      description: { kind: 'member_changed', tool: 't', pointer: '/description', before: 'Adds.' },
      schema: { kind: 'member_added', tool: 't', pointer: '/inputSchema/required', after: ['secret'] },
      added: { kind: 'tool_added', tool: 'new', pointer: '' },
      missing: { kind: 'tool_removed', tool: 't', pointer: '' }
    }[kind]
    expect(diffSnapshots(left, right).differences).toEqual([expect.objectContaining(expected)])
  })

  it('F2 refuses a frame with a member twice', async () => {
    await using peer = await start(deviations.duplicateDescription())
    const client = await peer.client()
    expect((await expectCode(client.freeze(), 'message_invalid')).details['reason']).toBe('duplicate_member')
  })

  it('F3 refuses a cursor that comes again, and returns no part of the list', async () => {
    await using peer = await start(deviations.cursorTrap())
    const client = await peer.client()
    expect((await expectCode(client.freeze(), 'page_cursor_repeated')).details).toEqual({ page: 2 })
    expect(peer.count('tools/list')).toBe(2)
  })

  it('F4 refuses two tools under one name and says where they stand', async () => {
    await using peer = await start(deviations.nameTwins())
    const client = await peer.client()
    expect((await expectCode(client.freeze(), 'tool_name_duplicate')).details).toEqual({ first: 0, second: 1 })
  })

  it('F5 keeps every digit of a result and of an argument', async () => {
    await using peer = await start(deviations.exactNumber())
    const client = await peer.client()
    const outcome = await client.callTool('t', parseJson('{"id":9007199254740993}') as JsonObject)
    if (outcome.kind !== 'complete') throw new Error(outcome.kind)
    const structured = outcome.structuredContent as { id: ExactNumber }
    expect(structured.id).toBeInstanceOf(ExactNumber)
    expect(structured.id.source).toBe('9007199254740993')
    expect(outcome.resultText).toContain('{"id":9007199254740993}')
    expect(JSON.stringify(outcome.structuredContent)).toBe('{"id":9007199254740993}')
    expect(JSON.stringify(await peer.received('tools/call'))).toContain('9007199254740993')
  })

  it('F6 calls once and says that the outcome is unknown', async () => {
    await using peer = await start(deviations.ghostOutcome())
    const client = await peer.client()
    const error = await expectCode(client.callTool('t'), 'outcome_unknown')
    expect(['endpoint_unreachable', 'process_exited', 'stream_ended']).toContain(error.details['because'])
    expect(peer.count('tools/call')).toBe(1)
  })

  it('F6 calls once on an error of the peer', async () => {
    await using peer = await start({ tools: [tool('t')] }, deviations.remoteError())
    const client = await peer.client()
    await expectCode(client.callTool('t'), 'remote_error')
    expect(peer.count('tools/call')).toBe(1)
  })

  it('F9 follows an empty cursor', async () => {
    await using peer = await start(deviations.emptyCursor())
    const snapshot = await (await peer.client()).freeze()
    expect(snapshot.tools.map((listed) => listed.name)).toEqual(['t', 'u'])
  })

  it('F10 keeps 20 good tools beside three bad ones, each with a reason', async () => {
    await using peer = await start(deviations.badApples())
    const client = await peer.client()
    const { tools } = await client.freeze()
    expect(tools.filter((listed) => listed.status === 'usable')).toHaveLength(20)
    const bad = tools.filter((listed) => listed.status !== 'usable').map(({ name, status }) => [name, status])
    expect(bad).toEqual([
      ['', 'name_empty'],
      ['dangling', 'schema_reference_unresolved'],
      ['titled', 'title_invalid']
    ])
    const error = await expectCode(client.callTool('titled'), 'tool_invalid')
    expect(error.details).toEqual({ tool: 'titled', reason: 'title_invalid' })
    expect(peer.count('tools/call')).toBe(0)
  })

  it('F11 lists 250 tools over three pages', async () => {
    await using peer = await start(deviations.manyPages(250, 100))
    expect((await (await peer.client()).freeze()).tools).toHaveLength(250)
    expect(peer.count('tools/list')).toBe(3)
  })

  it.each([
    ['maxTools', { maxTools: 100 }, deviations.manyPages(250, 100)],
    ['maxPages', { maxPages: 2 }, deviations.manyPages(250, 100)],
    ['maxDescriptorBytes', { maxDescriptorBytes: 1_000 }, deviations.largeDescriptor(2_000)],
    ['maxSnapshotBytes', { maxSnapshotBytes: 1_000 }, deviations.largeDescriptor(2_000)],
    ['maxMessageBytes', { maxMessageBytes: 4_000 }, deviations.largeDescriptor(8_000)]
  ])('F11 names the bound %s, its limit and what was seen', async (bound, bounds, script) => {
    await using peer = await start(script)
    const client = await peer.client({ bounds })
    const { details } = await expectCode(client.freeze(), 'bound_exceeded')
    expect(details).toMatchObject({ bound, limit: Object.values(bounds)[0] })
    expect(details['seen']).toBeGreaterThan(Number(details['limit']))
  })

  it.each([
    ['input_required', deviations.inputRequired(), { kind: 'input_required', requestStateBytes: 8, inputRequests: [] }],
    [
      'input_required with requests',
      deviations.inputRequiredWithRequests(),
      { kind: 'input_required', inputRequests: [{ key: 'choice', method: 'elicitation/create' }] }
    ],
    ['a task', deviations.taskResult(), { kind: 'unrecognized', reason: 'task' }],
    ['an unknown resultType', deviations.unknownResultType(), { kind: 'unrecognized', reason: 'unknown_result_type' }],
    ['a result without content', deviations.contentAbsent(), { kind: 'unrecognized', reason: 'content_absent' }]
  ])('F16 never takes %s for a success', async (_what, script, expected) => {
    await using peer = await start(script)
    const client = await peer.client()
    expect(await client.callTool('t')).toMatchObject(expected)
    expect(peer.count('tools/call')).toBe(1)
  })

  it('continues a call only when asked, with the state exactly as it came', async () => {
    await using peer = await start(deviations.inputRequired('state "1"'))
    const client = await peer.client()
    const outcome = await client.callTool('t', { a: 1 })
    if (outcome.kind !== 'input_required') throw new Error(outcome.kind)
    await outcome.continue({ choice: { action: 'accept' } })
    expect(peer.count('tools/call')).toBe(2)
  })

  it('lists once more when tools change while they are listed', async () => {
    await using peer = await start(deviations.listChangedDuringListing())
    const client = await peer.client()
    await client.freeze()
    expect(peer.count('tools/list')).toBe(2)
    expect(client.driftSuspected).toBe(false)
  })

  it('hands on growing progress', async () => {
    await using peer = await start(deviations.progressFirst())
    const client = await peer.client()
    const seen: number[] = []
    await client.callTool('t', {}, { onProgress: ({ progress }) => seen.push(progress) })
    expect(seen).toEqual([1, 2])
  })

  it('ends a call at its deadline, and the outcome is unknown', async () => {
    await using peer = await start({ protocolVersions: LEGACY, tools: [tool('t')] }, answering('tools/call', neverAnswer()))
    const client = await peer.client()
    await client.freeze()
    const error = await expectCode(client.callTool('t', {}, { deadlineMs: 200 }), 'outcome_unknown')
    expect(error.details).toEqual({ because: 'deadline_exceeded' })
    await peer.received('notifications/cancelled')
  })

  it('cancels on the wire when the caller aborts', async () => {
    await using peer = await start({ protocolVersions: LEGACY, tools: [tool('t')] }, answering('tools/call', neverAnswer()))
    const client = await peer.client()
    const controller = new AbortController()
    const call = client.callTool('t', {}, { signal: controller.signal })
    await peer.received('tools/call')
    controller.abort()
    expect((await expectCode(call, 'outcome_unknown')).details).toEqual({ because: 'cancelled' })
    await peer.received('notifications/cancelled')
  })

  it('sends nothing when the caller aborted before', async () => {
    await using peer = await start({ tools: [tool('t')] })
    const client = await peer.client()
    await client.freeze()
    await expectCode(client.callTool('t', {}, { signal: AbortSignal.abort() }), 'cancelled')
    expect(peer.count('tools/call')).toBe(0)
  })

  it('refuses a tool that is not in the frozen set', async () => {
    await using peer = await start({ tools: [tool('t')] })
    const client = await peer.client()
    expect((await expectCode(client.callTool('u'), 'tool_not_found')).details).toEqual({ tool: 'u' })
    expect(peer.count('tools/call')).toBe(0)
  })

  it('refuses more calls in flight than the bound', async () => {
    await using peer = await start({ tools: [tool('t')] }, answering('tools/call', neverAnswer()))
    const client = await peer.client({ bounds: { maxInflight: 2 } })
    await client.freeze()
    const waiting = [client.callTool('t'), client.callTool('t')].map((call) => expectCode(call, 'outcome_unknown'))
    await peer.received('tools/call', 2)
    const { details } = await expectCode(client.callTool('t'), 'bound_exceeded')
    expect(details).toEqual({ bound: 'maxInflight', limit: 2, seen: 3 })
    await client.close()
    await Promise.all(waiting)
  })

  it('refuses a server without tools', async () => {
    await using peer = await start(deviations.toolsNotOffered())
    await expectCode(peer.client(), 'tools_not_offered')
  })

  it('refuses arguments over their bound before anything is sent', async () => {
    await using peer = await start({ tools: [tool('t')] })
    const client = await peer.client({ bounds: { maxArgumentBytes: 100 } })
    await client.freeze()
    const { details } = await expectCode(client.callTool('t', { text: 'x'.repeat(100) }), 'bound_exceeded')
    expect(details).toEqual({ bound: 'maxArgumentBytes', limit: 100, seen: 111 })
    expect(peer.count('tools/call')).toBe(0)
  })

  it('refuses a result over its bound and stays usable', async () => {
    const text = 'x'.repeat(2_000)
    await using peer = await start({ tools: [tool('big'), tool('small')], results: { big: { content: [{ type: 'text', text }] } } })
    const client = await peer.client({ bounds: { maxResultBytes: 1_000 } })
    const { details } = await expectCode(client.callTool('big'), 'result_too_large')
    expect(details).toMatchObject({ bound: 'maxResultBytes', limit: 1_000 })
    expect((await client.callTool('small')).kind).toBe('complete')
  })
})

describe.each(PEERS)('in 2026-07-28 over %s', (_name, start) => {
  it('F6 calls once on headers that mismatch', async () => {
    await using peer = await start({ tools: [tool('t')] }, deviations.headerMismatch())
    const client = await peer.client()
    await expectCode(client.callTool('t'), 'header_mismatch')
    expect(peer.count('tools/call')).toBe(1)
  })

  it('reports a missing resultType of the modern era and accepts the result', async () => {
    await using peer = await start({ protocolVersions: MODERN }, deviations.resultTypeAbsent())
    const client = await peer.client()
    expect((await client.callTool('t')).kind).toBe('complete')
    expect(client.diagnostics().resultTypeAbsent).toBe(1)
  })

  it('ends a call at its deadline, and the outcome is unknown', async () => {
    await using peer = await start({ protocolVersions: MODERN, tools: [tool('t')] }, answering('tools/call', neverAnswer()))
    const client = await peer.client()
    await client.freeze()
    const error = await expectCode(client.callTool('t', {}, { deadlineMs: 200 }), 'outcome_unknown')
    expect(error.details).toEqual({ because: 'deadline_exceeded' })
    if (peer.transport.kind === 'stdio') await peer.received('notifications/cancelled')
    else expect(peer.count('notifications/cancelled')).toBe(0)
  })
})
