import { readdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { expect, test, vi } from 'vitest'
import { runCaptured } from '../__fixtures__/captured-io.ts'
import { schemaFaults } from '../__fixtures__/check-schema.ts'
import { createOutput } from '../output/output.ts'
import { playDemo } from './play-demo.ts'

// Processes start slowly on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

const foldersLeft = async (): Promise<readonly string[]> => (await readdir(tmpdir())).filter((name) => name.startsWith('b10x-demo-'))

test('every step comes out as told, in under ten lines each, and nothing is left', async () => {
  const before = await foldersLeft()
  const { status, stdout, stderr } = await runCaptured(['demo'])
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  const steps = stdout.trimEnd().split('\n\n')
  expect(steps).toHaveLength(5)
  expect(Math.max(...steps.map((step) => step.split('\n').length))).toBeLessThan(10)
  expect(steps[3]).toContain('snapshot_mismatch')
  expect(await foldersLeft()).toEqual(before)
})

test('--json', async () => {
  const { status, stdout } = await runCaptured(['demo', '--json'])
  const document: unknown = JSON.parse(stdout)
  expect(status).toBe(0)
  expect(schemaFaults('demo', document)).toEqual([])
  expect(document).toMatchObject({
    passed: true,
    steps: [
      { step: 'review', status: 0 },
      { step: 'verify', status: 0 },
      { step: 'rug_pull', status: 0 },
      { step: 'refusal', status: 1, expected: 1, passed: true }
    ]
  })
})

test.each([
  ['another exit status', 7],
  ['other words', 0]
])('a step with %s ends it with exit 1', async (_name, status) => {
  const texts: string[] = []
  const stream = { isTTY: false, write: (text: string) => void texts.push(text) }
  const io = { stdout: stream, stderr: stream, env: {}, cwd: '/', signal: new AbortController().signal, ask: null }
  const run = async (words: readonly string[], { cwd }: { readonly cwd: string }): Promise<number> => {
    await writeFile(`${cwd}/tools.json`, '{"digest":"sha256:0"}')
    return words[0] === 'snapshot' ? status : 9
  }
  expect(await playDemo(io, createOutput(io, { json: true, color: false }), run)).toBe(1)
  const document: unknown = JSON.parse(texts.join(''))
  expect(schemaFaults('demo', document)).toEqual([])
  expect(document).toMatchObject({ passed: false, steps: [{ step: 'review', status, passed: false }] })
})

test('takes no target', async () => {
  expect((await runCaptured(['demo', '--', 'node'])).status).toBe(2)
  expect((await runCaptured(['demo', 'https://example.test'])).status).toBe(2)
  expect((await runCaptured(['demo', '--config', 'x'])).status).toBe(2)
})
