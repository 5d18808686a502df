/** call, run and evidence show: reviewed tools in use. */
import { startHttpServer, tool } from '@b10x/testkit'
import type { HttpServer } from '@b10x/testkit'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Captured, Surroundings } from '../__fixtures__/captured-io.ts'
import { schemaFaults } from '../__fixtures__/check-schema.ts'
import { commandFolder } from '../__fixtures__/drafted-folder.ts'
import type { CommandFolder } from '../__fixtures__/drafted-folder.ts'

const parse = (text: string): Record<string, unknown> => JSON.parse(text) as Record<string, unknown>

let folder: CommandFolder
let server: HttpServer
beforeEach(async () => {
  folder = await commandFolder()
  const args = { type: 'object', properties: { to: { type: 'string' } }, additionalProperties: false }
  server = await startHttpServer({ tools: [tool('read'), tool('send', { inputSchema: args })] })
  await folder.run(['profile', 'init', '-o', 'p.json', server.url])
  await folder.fillIn('p.json', { send: { effect: 'write' } })
})
afterEach(async () => {
  await server.close()
  await folder[Symbol.asyncDispose]()
})

const call = (tool: string, args: string, words: readonly string[] = [], given: Surroundings = {}): Promise<Captured> =>
  folder.run(['call', 'p.json', tool, args, ...words], given)

describe('call', () => {
  test('of a tool that reads', async () => {
    const human = await call('read', '{"a":1}')
    expect(human).toMatchObject({ status: 0, stdout: 'text\n  {"a":1}\n', stderr: '' })
    const json = await call('read', '{}', ['--json'])
    expect(json).toMatchObject({ status: 0, stderr: '' })
    expect(schemaFaults('call', json.stdout)).toEqual([])
    expect(parse(json.stdout)).toMatchObject({ isError: false, provenance: { source: 'p', tool: 'read', trust: 'untrusted' } })
  })

  test('F5: keeps every digit', async () => {
    server.become({ results: { read: '{"resultType":"complete","content":[],"structuredContent":{"id":9007199254740993}}' } })
    const { stdout } = await call('read', '{"id":9007199254740993}', ['--json'])
    expect(stdout).toContain('"id":9007199254740993')
    expect((await server.received('tools/call')).body).toContain('"id":9007199254740993')
  })

  test('escapes what a server wrote', async () => {
    server.become({ results: { read: { content: [{ type: 'text', text: 'a\u001b[2J\u202eb' }] } } })
    expect((await call('read', '{}')).stdout).toBe('text\n  a\\u{1b}[2J\\u{202e}b\n')
    expect((await call('read', '{}', ['--json'])).stdout).toContain('a\\u001b[2J\\u202eb')
  })

  test('that the tool says failed exits 1', async () => {
    server.become({ results: { read: { content: [], isError: true } } })
    expect((await call('read', '{}')).status).toBe(1)
  })

  test('that needs an approval is refused where nobody can be asked, also at a terminal with --json', async () => {
    for (const given of [{}, { answers: ['y'] }]) {
      const { status, stdout } = await call('send', '{"to":"a"}', ['--json'], given)
      expect(status).toBe(4)
      expect(schemaFaults('error', stdout)).toEqual([])
      expect(parse(stdout)).toMatchObject({ error: { code: 'approval_required', details: { tool: 'send' } } })
    }
    expect(server.count('tools/call')).toBe(0)
  })

  test('F14: that needs an approval shows exactly what would be sent, escaped', async () => {
    const yes = await call('send', '{"to":"a\\u202eb"}', [], { answers: ['y'] })
    expect(yes.status).toBe(0)
    expect(yes.asked).toHaveLength(1)
    expect(yes.stderr).toContain('"to": "a\\u{202e}b"')
    const no = await call('send', '{"to":"a"}', [], { answers: ['n'] })
    expect(no).toMatchObject({ status: 4, stdout: '' })
    expect(no.stderr).toContain('approval_denied')
    expect(server.count('tools/call')).toBe(1)
  })

  test.each([
    ['missing', '{}', 'tool_not_published', 4],
    ['read', '[]', 'arguments_invalid', 2],
    ['send', '{"to":1}', 'arguments_invalid', 2],
    ['send', '{"approved":true}', 'arguments_invalid', 2]
  ])('of %s with %s is refused before the server', async (name, args, code, status) => {
    const captured = await call(name, args, ['--json'])
    expect(captured.status).toBe(status)
    expect(parse(captured.stdout)).toMatchObject({ error: { code } })
    expect(server.count('tools/call')).toBe(0)
  })

  test('after the server changed is refused, with a row', async () => {
    server.become({ tools: [tool('read'), tool('send')] })
    const { status } = await call('read', '{}', ['--evidence', 'e.jsonl'])
    expect(status).toBe(1)
    const shown = await folder.run(['evidence', 'show', 'e.jsonl', '--json'])
    expect(parse(shown.stdout)).toMatchObject({ rows: [{ event: 'run_refused', code: 'snapshot_mismatch', source: 'p' }] })
  })

  test('an interrupted command exits 130', async () => {
    expect((await call('read', '{}', [], { signal: AbortSignal.abort() })).status).toBe(130)
  })
})

describe('run', () => {
  const STEPS = [{ call: { tool: 'read', arguments: { a: 1 } } }, { expect: { refused: false }, call: { tool: 'send', arguments: { to: 'a' } } }]
  const PLAYED = [...STEPS, { expect: { refused: 'approval_required' }, say: 'Done.' }]

  test('plays a script to its end; a refusal is told to the model', async () => {
    await folder.write('s.json', PLAYED)
    const json = await folder.run(['run', 'p.json', '--script', 's.json', '--json', '--evidence', 'e.jsonl', '--actor', 'user:a'])
    expect(json).toMatchObject({ status: 0, stderr: '' })
    expect(schemaFaults('run', json.stdout)).toEqual([])
    expect(parse(json.stdout)).toMatchObject({
      text: 'Done.',
      turns: 3,
      stepsLeft: 0,
      calls: [{ name: 'read', refusal: null }, { name: 'send', refusal: 'approval_required' }]
    })
    expect((await folder.run(['run', 'p.json', '--script', 's.json'])).stdout).toBe('read  ok\nsend  approval_required\nDone.\n')

    const shown = await folder.run(['evidence', 'show', 'e.jsonl', '--json'])
    expect(schemaFaults('evidence-show', shown.stdout)).toEqual([])
    const { rows } = parse(shown.stdout) as { rows: { event: string; runId: string; actor: string }[] }
    expect(rows.map(({ event }) => event)).toEqual(['run_prepared', 'call_attempted', 'call_completed', 'call_refused', 'run_closed'])
    expect(new Set(rows.map(({ runId }) => runId)).size).toBe(1)
    expect(rows.every(({ actor }) => actor === 'user:a')).toBe(true)
    const human = await folder.run(['evidence', 'show', 'e.jsonl'])
    expect(human.stdout.split('\n')).toHaveLength(6)
    expect(human.stdout).toContain('approval_required')
  })

  test('asks about one call at a time, and only for that call', async () => {
    await folder.write('s.json', [
      { call: [{ tool: 'send', arguments: { to: 'a' } }, { tool: 'send', arguments: { to: 'b' } }] },
      { expect: [{ refused: false }, { refused: 'approval_denied' }], say: 'Done.' }
    ])
    const { status, asked, stdout } = await folder.run(['run', 'p.json', '--script', 's.json'], { answers: ['y', 'n'] })
    expect(status).toBe(0)
    expect(asked).toHaveLength(2)
    expect(stdout).toBe('send  ok\nsend  approval_denied\nDone.\n')
    expect(server.count('tools/call')).toBe(1)
  })

  test('over several servers, and refused as a whole where one of them changed', async () => {
    await using other = await startHttpServer({ tools: [tool('read')] })
    await folder.run(['profile', 'init', '-o', 'q.json', other.url])
    await folder.fillIn('q.json', { read: { name: 'read_other' } })
    await folder.write('s.json', [{ call: [{ tool: 'read' }, { tool: 'read_other' }] }, { say: 'Done.' }])
    expect((await folder.run(['run', 'p.json', 'q.json', '--script', 's.json', '--evidence', 'both.jsonl'])).status).toBe(0)
    expect([server.count('tools/call'), other.count('tools/call')]).toEqual([1, 1])
    const both = parse((await folder.run(['evidence', 'show', 'both.jsonl', '--json'])).stdout) as { rows: { runId: string }[] }
    expect(both.rows).toHaveLength(8)
    expect(new Set(both.rows.map(({ runId }) => runId)).size).toBe(1)
    other.become({ tools: [] })
    const words = ['run', 'p.json', 'q.json', '--script', 's.json', '--json', '--evidence', 'e.jsonl']
    expect(parse((await folder.run(words)).stdout)).toMatchObject({ error: { code: 'snapshot_mismatch' } })
    expect(server.count('tools/call')).toBe(1)
    const { rows } = parse((await folder.run(['evidence', 'show', 'e.jsonl', '--json'])).stdout) as { rows: { event: string; source: string }[] }
    expect(rows.map(({ event, source }) => `${event} ${source}`)).toEqual(['run_prepared p', 'run_refused q', 'run_closed p'])
  })

  test('names that two profiles publish are refused', async () => {
    await folder.write('s.json', PLAYED)
    await folder.write('q.json', (await folder.read('p.json')).replace('"name":"p"', '"name":"q"'))
    const { status, stdout } = await folder.run(['run', 'p.json', 'q.json', '--script', 's.json', '--json'])
    expect(status).toBe(2)
    expect(parse(stdout)).toMatchObject({ error: { code: 'tool_name_collision' } })
  })

  test.each([
    ['that expects another outcome', [...STEPS, { expect: { refused: false }, say: 'Done.' }], 3, 'model_failed'],
    ['that is no list', { say: 'x' }, 2, 'config_invalid'],
    ['that says nothing', [{}], 2, 'config_invalid']
  ])('a script %s fails', async (_name, script, status, code) => {
    await folder.write('s.json', script)
    const captured = await folder.run(['run', 'p.json', '--script', 's.json', '--json'])
    expect(captured.status).toBe(status)
    expect(parse(captured.stdout)).toMatchObject({ error: { code } })
  })

  test('a script with steps after its end exits 1', async () => {
    await folder.write('s.json', [{ say: 'Done.' }, { say: 'More.' }])
    expect(await folder.run(['run', 'p.json', '--script', 's.json'])).toMatchObject({ status: 1, stdout: 'Done.\n' })
  })

  test('a script that is not there', async () => {
    const { status, stdout } = await folder.run(['run', 'p.json', '--script', 'no.json', '--json'])
    expect(status).toBe(2)
    expect(parse(stdout)).toMatchObject({ error: { code: 'config_invalid', details: { file: 'no.json', reason: 'unreadable' } } })
  })
})

describe('evidence show', () => {
  test('of a file that is none', async () => {
    await folder.write('e.jsonl', '{"event":"call_refused"}\n')
    expect((await folder.run(['evidence', 'show', 'e.jsonl', '--json'])).status).toBe(2)
    expect((await folder.run(['evidence', 'show', 'no.jsonl'])).status).toBe(2)
  })
})
