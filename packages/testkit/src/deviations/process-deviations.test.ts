import { describe, expect, test } from 'vitest'
import { deviations as d, stdioServerCommand } from '../index.ts'
import { answerAfter, answering } from '../script/answer.ts'
import type { ScriptPart } from '../script/script.ts'
import { requestLine, startRaw } from '../stdio/raw-process.ts'

const LIST = requestLine(1, 'tools/list')
const CALL = requestLine(2, 'tools/call', { name: 't', arguments: {} })
const lines = (count: number) => ({ lines: count })

/** Sends the lines, waits for `enough`, ends the input, and returns what came and the exit status. */
async function converse(part: ScriptPart, sent: readonly string[], enough: { lines?: number; bytes?: number }) {
  using server = stdioServerCommand(part)
  const process = startRaw(server)
  for (const line of sent) process.send(line)
  const output = await process.output(enough)
  process.endInput()
  const status = await process.exited
  return { output, status, stderr: process.stderr(), counts: [server.count('tools/call'), server.count('*')], left: await server.stillRunning() }
}

describe('output', () => {
  test('a banner stands before the first frame', async () => {
    const { output, status } = await converse(d.banner(2), [LIST], lines(3))
    const [first, second, frame] = output.toString('utf8').split('\n')
    expect([first, second]).toEqual(['[info] starting, step 1', '[info] starting, step 2'])
    expect(JSON.parse(frame ?? '')).toMatchObject({ id: 1, result: { tools: [{ name: 't' }] } })
    expect(status).toBe(0)
  })

  test.each([
    ['garbage', d.garbage(), 'Segmentation fault (not really)'],
    ['duplicateResult', d.duplicateResult(), /"result":\{"content":.*"result":\{"content":\[\]\}\}$/],
    ['wrongId', d.wrongId(), /"id":987654/],
    ['taskResult', d.taskResult(), /"id":2,"result":\{"resultType":"task"/]
  ])('%s in place of the answer, and the next one is good', async (_, part, wrong) => {
    const { output } = await converse(part, [CALL, LIST], lines(2))
    const [first, second] = output.toString('utf8').split('\n')
    expect(first).toMatch(wrong)
    expect(JSON.parse(second ?? '')).toMatchObject({ id: 1, result: {} })
  })

  test('bytes are bytes', async () => {
    const invalid = await converse(d.invalidUtf8(), [CALL], lines(1))
    expect(invalid.output.includes(Buffer.from([0xc3, 0x28, 0xff]))).toBe(true)
    const binary = await converse(d.binaryGarbage(), [CALL], lines(1))
    expect(binary.output.subarray(0, 3)).toEqual(Buffer.from([0x00, 0xff, 0xfe]))
  })

  test('a result of 8 MiB is one line', async () => {
    const { output } = await converse(d.largeResult(8 * 2 ** 20), [CALL], lines(1))
    expect(output.length).toBeGreaterThan(8 * 2 ** 20)
    expect(output.indexOf('\n')).toBe(output.length - 1)
  })

  test('a line without an end', async () => {
    const { output } = await converse(d.endlessLine(100_000), [CALL], { bytes: 100_000 })
    expect(output.includes('\n')).toBe(false)
  })

  test('pieces and other line ends change no message', async () => {
    const { output } = await converse({ ...d.splitWrites(1), tools: ['{"name":"é","inputSchema":{}}'] }, [LIST], lines(1))
    expect(JSON.parse(output.toString('utf8'))).toMatchObject({ id: 1, result: { tools: [{ name: 'é' }] } })
    const windows = await converse(d.carriageReturns(), [LIST], lines(1))
    expect(windows.output.toString('utf8')).toMatch(/\}\r\n$/)
  })

  test('standard error has its lines', async () => {
    const { stderr } = await converse(d.chattyStderr(3), [LIST], lines(1))
    expect(stderr).toBe('log line 1\nlog line 2\nlog line 3\n')
  })
})

describe('ends', () => {
  test.each([
    ['exitsAtOnce', d.exitsAtOnce(3), [LIST], 3, ''],
    ['exitsOnDiscover', d.exitsOnDiscover(4), [requestLine(1, 'server/discover', {}, 'modern')], 4, ''],
    ['exitsOnCall', d.exitsOnCall(5), [CALL], 5, ''],
    ['ghostOutcome', d.ghostOutcome(), [CALL], 1, '']
  ])('%s', async (_, part, sent, expected, said) => {
    const { status, output, left } = await converse(part, sent, {})
    expect([status, output.toString('utf8'), left]).toEqual([expected, said, []])
  })

  test('silence about discovery leaves the legacy handshake', async () => {
    const open = requestLine(2, 'initialize', { protocolVersion: '2025-11-25' })
    const { output } = await converse(d.silentOnDiscover(), [requestLine(1, 'server/discover', {}, 'modern'), open], lines(1))
    expect(JSON.parse(output.toString('utf8'))).toMatchObject({ id: 2, result: { protocolVersion: '2025-11-25' } })
  })

  test('a process that never speaks counts what it hears', async () => {
    using server = stdioServerCommand(d.neverSpeaks())
    const process = startRaw(server)
    process.send(LIST)
    process.send(CALL)
    expect((await server.received('*', 2)).body).toBe(CALL)
    process.endInput()
    expect([await process.exited, (await process.output({})).length]).toEqual([0, 0])
    expect([server.count('tools/list'), server.count('tools/call'), server.count('*')]).toEqual([1, 1, 2])
  })

  test('an answer waits for a message or a release', async () => {
    using server = stdioServerCommand(answering('tools/call', answerAfter('notifications/cancelled')))
    const process = startRaw(server)
    process.send(CALL)
    process.send(LIST)
    expect((await process.output(lines(1))).toString('utf8')).toMatch(/"id":1,/)
    process.send('{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":2}}')
    expect((await process.output(lines(2))).toString('utf8')).toMatch(/"id":2,/)
    process.send(requestLine(3, 'tools/call', { name: 't' }))
    await process.output(lines(3))
    process.endInput()
    expect(await process.exited).toBe(0)
    using other = stdioServerCommand(answering('tools/call', answerAfter('go')))
    const held = startRaw(other)
    held.send(CALL)
    await other.received('tools/call')
    other.release('go')
    expect((await held.output(lines(1))).toString('utf8')).toMatch(/"id":2,/)
    held.endInput()
    await held.exited
  })
})

describe('trees', () => {
  test.each(['same-group', 'detached'] as const)('a stubborn grandchild in the %s outlives its wrapper', async (group) => {
    using server = stdioServerCommand(d.stubbornGrandchild(group))
    const wrapper = startRaw(server)
    wrapper.send(LIST)
    await server.received('tools/list')
    const [outer, inner] = server.started()
    expect([outer?.role, inner?.role]).toEqual(['wrapper', 'server'])
    wrapper.signal('SIGTERM')
    wrapper.endInput()
    process.kill(inner?.pid ?? 0, 'SIGTERM')
    await Promise.all([wrapper.ended, server.noticed('input-ended'), server.noticed('SIGTERM')])
    expect(await server.stillRunning(0)).toEqual([inner?.pid])
    expect(groupExists(outer?.pid ?? 0)).toBe(group === 'same-group')
    process.kill(inner?.pid ?? 0, 'SIGKILL')
    expect(await server.stillRunning()).toEqual([])
  })

  test('disposal ends what is left', async () => {
    const server = stdioServerCommand(d.stubbornProcess())
    const left = startRaw(server)
    left.send(LIST)
    await server.received('tools/list')
    server[Symbol.dispose]()
    expect(await left.exited).toBe(null)
  })
})

/** The wrapper led its group; what is left of the group is the grandchild, or nothing. */
function groupExists(leader: number): boolean {
  try {
    return process.kill(-leader, 0)
  } catch {
    return false
  }
}

test('functions and sockets are refused before anything starts', () => {
  expect(() => stdioServerCommand({ onCall: () => ({ content: [] }) })).toThrow(TypeError)
  expect(() => stdioServerCommand(d.notHttp())).toThrow(TypeError)
})
