/** The command as a process of its own, against servers that are processes too. */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { deviations, stdioServerCommand } from '@b10x/testkit'
import type { StdioServer } from '@b10x/testkit'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { schemaFaults } from './__fixtures__/check-schema.ts'
import { runBin, startBin } from './__fixtures__/run-bin.ts'

// Processes start slowly on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'b10x-cli-'))
})
afterEach(() => rm(folder, { recursive: true }))

const command = (server: StdioServer): readonly string[] => ['--', server.command, ...server.args]

describe('every verb over stdio', () => {
  test('review, call, verify', async () => {
    using server = stdioServerCommand()
    const run = (...words: readonly string[]): ReturnType<typeof runBin> => runBin([...words, ...command(server)], { cwd: folder })

    const list = await run('list', '--json')
    expect(list).toMatchObject({ status: 0, stderr: '' })
    expect(schemaFaults('list', JSON.parse(list.stdout))).toEqual([])

    const inspect = await run('inspect', 't', '--json')
    expect(inspect).toMatchObject({ status: 0, stderr: '' })
    expect(schemaFaults('inspect', JSON.parse(inspect.stdout))).toEqual([])

    const call = await run('call', 't', '{"id":9007199254740993}', '--json')
    expect(call).toMatchObject({ status: 0, stderr: '' })
    expect(schemaFaults('call', JSON.parse(call.stdout))).toEqual([])
    expect((await server.received('tools/call')).body).toContain('"id":9007199254740993')

    const snapshot = await run('snapshot', '-o', 'a.json')
    expect(snapshot).toMatchObject({ status: 0, stderr: '' })
    expect((await run('snapshot', '--json')).stdout).toBe(await readFile(path.join(folder, 'a.json'), 'utf8'))

    expect(await run('verify', 'a.json')).toMatchObject({ status: 0, stderr: '' })
    expect(await run('diff', 'a.json')).toMatchObject({ status: 0, stdout: 'equal\n', stderr: '' })
    expect(await run('accept', 'a.json', '--json')).toMatchObject({ status: 0, stderr: '' })
    expect(await run('doctor')).toMatchObject({ status: 0, stderr: '' })
    expect(await server.stillRunning()).toEqual([])
  })

  test('drift exits 1', async () => {
    const { reviewed, live } = deviations.drift('annotation')
    using before = stdioServerCommand(reviewed)
    using after = stdioServerCommand(live)
    await runBin(['snapshot', '-o', 'a.json', ...command(before)], { cwd: folder })
    const { status, stdout } = await runBin(['verify', 'a.json', '--json', ...command(after)], { cwd: folder })
    expect(status).toBe(1)
    expect(schemaFaults('verify', JSON.parse(stdout))).toEqual([])
    expect(JSON.parse(stdout)).toMatchObject({
      error: { code: 'snapshot_mismatch' },
      differences: [{ tool: 't', pointer: '/annotations/readOnlyHint' }]
    })
  })
})

describe('exit status', () => {
  test('2 for usage', async () => {
    expect(await runBin([])).toMatchObject({ status: 2, stdout: '' })
  })

  test('3 for a program that ends at once, with its last words', async () => {
    using server = stdioServerCommand(deviations.exitsAtOnce(7), { stdio: { stderr: ['no token'] } })
    const { status, stdout } = await runBin(['list', '--json', ...command(server)])
    expect(status).toBe(3)
    expect(JSON.parse(stdout)).toMatchObject({ error: { code: 'process_exited', details: { exitCode: 7 } } })
    expect(stdout).toContain('no token')
  })

  test('3 for a program that never answers', async () => {
    using server = stdioServerCommand(deviations.neverSpeaks())
    const { status, stdout } = await runBin(['list', '--json', '--deadline', '1000', ...command(server)])
    expect(status).toBe(3)
    expect(JSON.parse(stdout)).toMatchObject({ error: { code: 'deadline_exceeded' } })
    expect(await server.stillRunning()).toEqual([])
  })

  test('4 for a bound', async () => {
    using server = stdioServerCommand(deviations.manyPages())
    const { status, stdout } = await runBin(['list', '--json', '--bound', 'maxPages=2', ...command(server)])
    expect(status).toBe(4)
    expect(JSON.parse(stdout)).toMatchObject({ error: { code: 'bound_exceeded', details: { bound: 'maxPages', limit: 2 } } })
  })

  test('130 for an interrupt, and no process is left', async () => {
    using server = stdioServerCommand(deviations.silence())
    const { child, finished } = startBin(['call', 't', '{}', '--json', ...command(server)])
    await server.received('tools/call')
    child.kill('SIGINT')
    const { status, stdout } = await finished
    expect(status).toBe(130)
    expect(JSON.parse(stdout)).toMatchObject({ error: { code: 'outcome_unknown', details: { because: 'cancelled' } } })
    expect(await server.stillRunning()).toEqual([])
  })
})

test('a reader that goes away is no failure', async () => {
  using server = stdioServerCommand(deviations.manyPages(200))
  const { child, finished } = startBin(['list', ...command(server)])
  child.stdout?.destroy()
  expect(await finished).toMatchObject({ status: 0, stderr: '' })
})
