import { deviations, startHttpServer, tool } from '@b10x/testkit'
import type { ScriptPart } from '@b10x/testkit'
import { describe, expect, test } from 'vitest'
import { runCaptured } from '../__fixtures__/captured-io.ts'
import type { Captured, Surroundings } from '../__fixtures__/captured-io.ts'
import { schemaFaults } from '../__fixtures__/check-schema.ts'

async function run(parts: readonly ScriptPart[], words: (url: string) => readonly string[], given: Surroundings = {}): Promise<Captured> {
  await using server = await startHttpServer(...parts)
  return await runCaptured(words(server.url), given)
}

describe('list', () => {
  test('prints every tool, also those that cannot be called (F10)', async () => {
    const { status, stdout, stderr } = await run([deviations.badApples()], (url) => ['list', url])
    expect(status).toBe(0)
    expect(stdout).toContain('23 tools, 3 of them invalid')
    expect(stdout).toContain('invalid: name_empty')
    expect(stderr).toBe('')
  })

  test('--json prints one document with name, digest and status', async () => {
    const { status, stdout } = await run([deviations.badApples()], (url) => ['list', url, '--json'])
    const document = JSON.parse(stdout) as { tools: { name: string; status: string }[] }
    expect(status).toBe(0)
    expect(schemaFaults('list', document)).toEqual([])
    expect(document.tools).toHaveLength(23)
    const invalid = document.tools.filter((one) => one.status !== 'usable').map((one) => one.name)
    expect(invalid.toSorted()).toEqual(['', 'dangling', 'titled'])
  })

  test('F11: all pages, or the named bound', async () => {
    const all = await run([deviations.manyPages()], (url) => ['list', url, '--json'])
    expect((JSON.parse(all.stdout) as { tools: unknown[] }).tools).toHaveLength(250)
    const bounded = await run([deviations.manyPages()], (url) => ['list', url, '--json', '--bound', 'maxTools=100'])
    expect(bounded.status).toBe(4)
    expect(JSON.parse(bounded.stdout)).toMatchObject({
      error: { code: 'bound_exceeded', details: { bound: 'maxTools', limit: 100 } }
    })
  })

  test('F14: what a server wrote is shown escaped', async () => {
    const { stdout } = await run([deviations.invisibleText()], (url) => ['list', url])
    expect(stdout).toContain('Reads.\\u{e0049}\\u{e0067}')
    expect(stdout).toContain('Reads \\u{202e}gnihton\\u{202c}.')
    expect(stdout).toContain('Reads\\u{200b}\\u{200c}\\u{200d}\\u{2060}\\u{feff} nothing.')
    expect(stdout).toContain('Reads.\\u{1b}[8m')
    expect(stdout).not.toMatch(/(?![ \n])[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]/u)
  })

  test('a name with a line break cannot make a row of its own', async () => {
    const { stdout } = await run([{ tools: [tool('a\n  b  sha256:000000000000')] }], (url) => ['list', url])
    expect(stdout).toContain('"a\\n  b  sha256:000000000000"')
  })

  test('colour is for terminals without NO_COLOR', async () => {
    const words = (url: string): readonly string[] => ['list', url]
    expect((await run([], words, { isTTY: true })).stdout).toContain('\u001b[1m')
    expect((await run([], words)).stdout).not.toContain('\u001b')
    expect((await run([], words, { isTTY: true, env: { NO_COLOR: '1' } })).stdout).not.toContain('\u001b')
    expect((await run([], (url) => ['list', url, '--no-color'], { isTTY: true })).stdout).not.toContain('\u001b')
  })

  test('--protocol speaks exactly that revision', async () => {
    const { stdout } = await run([], (url) => ['list', url, '--json', '--protocol', '2025-06-18'])
    expect(JSON.parse(stdout)).toMatchObject({ protocolVersion: '2025-06-18', era: 'legacy' })
  })
})

describe('credentials', () => {
  test('are sent from the environment and appear nowhere', async () => {
    await using server = await startHttpServer()
    const words = ['snapshot', server.url, '--bearer-env', 'TOKEN', '--header-env', 'X-Key=KEY']
    const { stdout, stderr } = await runCaptured(words, { env: { TOKEN: 'secret-token', KEY: 'secret-key' } })
    expect(server.requests[0]?.headers).toMatchObject({ authorization: 'Bearer secret-token', 'x-key': 'secret-key' })
    expect(JSON.parse(stdout)).toMatchObject({ authorization: 'bearer-env:TOKEN, header-env:KEY' })
    expect(stdout + stderr).not.toMatch(/secret-/)
  })

  test('that a server echoes in an error are removed', async () => {
    await using server = await startHttpServer(deviations.remoteError('tools/list'))
    const given = { env: { TOKEN: 'remote-canary-text' } }
    const { status, stdout } = await runCaptured(['list', server.url, '--bearer-env', 'TOKEN', '--json'], given)
    expect(status).toBe(3)
    expect(JSON.parse(stdout)).toMatchObject({
      error: { code: 'remote_error', details: { rpcCode: -32603, cause: { message: '[redacted]' } } }
    })
  })
})

describe('inspect', () => {
  const parts = [{ tools: [tool('t', { description: 'One.\nTwo\u202E.', 'x-id': 1 }), tool('other')] }]

  test('prints the whole descriptor, hidden text escaped and found', async () => {
    const { status, stdout, stderr } = await run(parts, (url) => ['inspect', url, 't'])
    expect(status).toBe(0)
    expect(stdout).toContain('  One.\n  Two\\u{202e}.\n')
    expect(stdout).toContain('"x-id": 1')
    expect(stderr).toBe('finding bidirectional_control: t /description\n')
  })

  test('--json holds the descriptor as received', async () => {
    const { stdout } = await run(parts, (url) => ['inspect', url, 't', '--json'])
    const document: unknown = JSON.parse(stdout)
    expect(schemaFaults('inspect', document)).toEqual([])
    expect(document).toMatchObject({
      name: 't',
      findings: [{ tool: 't', kind: 'bidirectional_control', pointer: '/description' }],
      descriptor: { description: 'One.\nTwo\u202E.', 'x-id': 1 }
    })
  })

  test('keeps numbers exact', async () => {
    const raw = '{"name":"t","inputSchema":{"type":"object","maximum":9007199254740993}}'
    const json = await run([{ tools: [raw] }], (url) => ['inspect', url, 't', '--json'])
    expect(json.stdout).toContain('"maximum":9007199254740993')
    const human = await run([{ tools: [raw] }], (url) => ['inspect', url, 't'])
    expect(human.stdout).toContain('"maximum": 9007199254740993')
  })

  test('a tool that is not there is a mistake of the caller', async () => {
    const { status, stdout } = await run(parts, (url) => ['inspect', url, 'missing', '--json'])
    expect(status).toBe(2)
    expect(schemaFaults('error', JSON.parse(stdout))).toEqual([])
    expect(JSON.parse(stdout)).toMatchObject({ error: { code: 'tool_not_found', details: { tool: 'missing' } } })
  })
})
