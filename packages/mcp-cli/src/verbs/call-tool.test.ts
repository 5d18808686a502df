import { deviations, startHttpServer, tool } from '@b10x/testkit'
import type { ScriptPart } from '@b10x/testkit'
import { describe, expect, test } from 'vitest'
import { runCaptured } from '../__fixtures__/captured-io.ts'
import type { Captured } from '../__fixtures__/captured-io.ts'
import { schemaFaults } from '../__fixtures__/check-schema.ts'

async function call(parts: readonly ScriptPart[], ...words: readonly string[]): Promise<Captured & { readonly calls: number }> {
  await using server = await startHttpServer(...parts)
  const captured = await runCaptured(['call', server.url, 't', '{"a":1}', ...words])
  return { ...captured, calls: server.count('tools/call') }
}

describe('an outcome', () => {
  test('complete prints the content and exits 0', async () => {
    expect(await call([])).toMatchObject({ status: 0, stdout: 'text\n  {"a":1}\n', stderr: '', calls: 1 })
  })

  test('F5: --json keeps the bytes of the result', async () => {
    const result = '{ "content" : [],\n "structuredContent":{"id":9007199254740993, "e":1E2}, "resultType":"complete" }'
    const { status, stdout } = await call([{ results: { t: result } }], '--json')
    expect(status).toBe(0)
    expect(stdout).toBe(`{"kind":"complete","isError":false,"result":${result}}\n`)
    expect(schemaFaults('call', JSON.parse(stdout))).toEqual([])
  })

  test('F5: an exact argument arrives exactly', async () => {
    await using server = await startHttpServer()
    await runCaptured(['call', server.url, 't', '{"id":9007199254740993}'])
    expect((await server.received('tools/call')).body).toContain('"id":9007199254740993')
  })

  test('isError exits 1 and shows what the tool said', async () => {
    const human = await call([deviations.toolFailed('No\u001b[2J.')])
    expect(human).toMatchObject({ status: 1, stdout: 'text\n  No\\u{1b}[2J.\n' })
    const json = await call([deviations.toolFailed()], '--json')
    expect(json.status).toBe(1)
    expect(JSON.parse(json.stdout)).toMatchObject({ kind: 'complete', isError: true })
  })

  test.each([
    ['input_required', deviations.inputRequired()],
    ['input_required', deviations.inputRequiredWithRequests()],
    ['unrecognized', deviations.taskResult()],
    ['unrecognized', deviations.unknownResultType()],
    ['unrecognized', deviations.contentAbsent()]
  ])('F16: %s is never a success', async (kind, part) => {
    const json = await call([part], '--json')
    expect(json.status).toBe(1)
    const document = JSON.parse(json.stdout) as object
    expect(document).toMatchObject({ kind, isError: null })
    expect(schemaFaults('call', document)).toEqual([])
    expect((await call([part])).status).toBe(1)
  })

  describe('against its outputSchema', () => {
    const OUTPUT = { type: 'object', properties: { 'n\u202e': { type: 'integer' } }, required: ['n\u202e'] }
    const answered = (result: object): ScriptPart => ({ tools: [tool('t', { outputSchema: OUTPUT })], results: { t: { content: [], ...result } } })
    const mismatch = { reason: 'mismatch', violations: [{ pointer: '/n\u202e', keyword: 'type', schemaPointer: '/properties/n\u202e/type' }] }

    test.each([
      ['that does not fit', { structuredContent: { 'n\u202e': 'x' } }, mismatch],
      ['that is absent', {}, { reason: 'absent', violations: [] }]
    ])('says so of structured content %s, and keeps it', async (_name, result, outputSchemaViolation) => {
      const json = await call([answered(result)], '--json')
      const document = JSON.parse(json.stdout) as object
      expect(document).toMatchObject({ kind: 'complete', isError: false, outputSchemaViolation, result })
      expect([json.status, json.calls, schemaFaults('call', document)]).toEqual([0, 1, []])
    })

    test('shows where, with hidden characters spelled out', async () => {
      const { stdout, stderr, status } = await call([answered({ structuredContent: { 'n\u202e': 'x' } })])
      expect(stdout).toContain('against its outputSchema\n  "/n\\u{202e}" breaks type at "/properties/n\\u{202e}/type"\n')
      expect([status, stderr.split('\n').length]).toEqual([0, 2])
    })

    test('says that there is none, or that it was not judged', async () => {
      expect((await call([answered({})])).stdout).toBe('against its outputSchema\n  there is no structuredContent\n')
      const long = { structuredContent: { 'n\u202e': 1, list: Array.from({ length: 2_000 }, () => 'x') } }
      const { stdout } = await call([answered(long), { tools: [tool('t', { outputSchema: { ...OUTPUT, properties: { list: { uniqueItems: true, items: { pattern: 'y$' } } } } })] }], '--json', '--bound', 'maxSchemaSteps=100')
      expect(JSON.parse(stdout)).toMatchObject({ outputSchemaViolation: { reason: 'not_judged', violations: [] } })
    })

    test('says nothing of what fits', async () => {
      const json = await call([answered({ structuredContent: { 'n\u202e': 1 } })], '--json')
      expect(JSON.parse(json.stdout)).not.toHaveProperty('outputSchemaViolation')
    })
  })

  test('a terminal gets hidden characters spelled out, the value stays', async () => {
    await using server = await startHttpServer({ results: { t: '{"content":[{"type":"text","text":"\u009B1m\u202E"}]}' } })
    const { stdout } = await runCaptured(['call', server.url, 't', '{}', '--json'], { isTTY: true })
    expect(stdout).toContain('"\\u009b1m\\u202e"')
  })

  test('pictures are named by type and size, everything else is shown whole', async () => {
    const content = [
      { type: 'image', mimeType: 'image/png', data: 'AAAA' },
      { type: 'resource_link', uri: 'file:///a', name: 'a' }
    ]
    const { stdout } = await call([{ results: { t: { content, structuredContent: null } } }])
    expect(stdout).toContain('image\n  image/png, 4 characters of base64\n')
    expect(stdout).toContain('"uri": "file:///a"')
    expect(stdout).toContain('structuredContent\n  null\n')
  })

  test('progress goes to stderr', async () => {
    const { stdout, stderr } = await call([deviations.progressFirst()], '--json')
    expect(stderr).toBe('progress 1/2\nprogress 2/2\n')
    expect(JSON.parse(stdout)).toMatchObject({ kind: 'complete' })
  })
})

describe('exit status', () => {
  test.each([
    ['F6: sent and unanswered', deviations.ghostOutcome(), 3, 'outcome_unknown', 1],
    ['a server error', deviations.remoteError(), 3, 'remote_error', 1],
    ['a rejected credential', deviations.unauthorized(), 4, 'credential_rejected', 1],
    ['a duplicate member in the result', deviations.duplicateResult(), 3, 'outcome_unknown', 1],
    ['a tool without a usable schema', deviations.badApples(), 2, 'tool_not_found', 0]
  ])('%s', async (_name, part, status, code, calls) => {
    const captured = await call([part], '--json')
    expect(captured).toMatchObject({ status, calls })
    expect(schemaFaults('error', JSON.parse(captured.stdout))).toEqual([])
    expect(JSON.parse(captured.stdout)).toMatchObject({ error: { code } })
  })

  test('a result over its bound is refused', async () => {
    const captured = await call([deviations.largeResult(4096)], '--json', '--bound', 'maxResultBytes=1024')
    expect(captured).toMatchObject({ status: 4, calls: 1 })
    expect(JSON.parse(captured.stdout)).toMatchObject({ error: { code: 'result_too_large' } })
  })

  test('a call that outlives its deadline', async () => {
    const captured = await call([deviations.silence()], '--json', '--bound', 'callDeadlineMs=300')
    expect(captured).toMatchObject({ status: 3, calls: 1 })
    expect(JSON.parse(captured.stdout)).toMatchObject({
      error: { code: 'outcome_unknown', details: { because: 'deadline_exceeded' } }
    })
  })

  test.each([
    ['arguments that are no JSON', '{', 'not_json'],
    ['arguments that are no object', '[]', 'not_an_object']
  ])('%s never reach the server', async (_name, text, reason) => {
    await using server = await startHttpServer()
    const { status, stdout } = await runCaptured(['call', server.url, 't', text, '--json'])
    expect(status).toBe(2)
    expect(JSON.parse(stdout)).toMatchObject({ error: { code: 'arguments_invalid', details: { reason } } })
    expect(server.count('*')).toBe(0)
  })
})
