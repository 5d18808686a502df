/** The command as a process of its own, against a server that is one too. */
import { deviations, stdioServerCommand, tool } from '@b10x/testkit'
import { expect, test, vi } from 'vitest'
import { schemaFaults } from './__fixtures__/check-schema.ts'
import { commandFolder } from './__fixtures__/drafted-folder.ts'
import { runBin } from './__fixtures__/run-bin.ts'

// Processes start slowly on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

test('from a server to a reviewed run', async () => {
  await using folder = await commandFolder()
  using server = stdioServerCommand({ tools: [tool('read'), tool('write')] })
  const run = (...words: readonly string[]): ReturnType<typeof runBin> => runBin(words, { cwd: folder.folder })

  expect(await run('profile', 'init', '-o', 'p.json', '--', server.command, ...server.args)).toMatchObject({ status: 0 })
  expect(await run('profile', 'check', 'p.json')).toMatchObject({ status: 2, stdout: '' })
  await folder.fillIn('p.json', { write: { effect: 'write' } })
  expect(await run('profile', 'check', '--live', 'p.json')).toMatchObject({ status: 0, stderr: '' })

  const called = await run('call', 'p.json', 'read', '{"id":9007199254740993}', '--json', '--evidence', 'e.jsonl')
  expect(called).toMatchObject({ status: 0, stderr: '' })
  expect(schemaFaults('call', called.stdout)).toEqual([])
  expect((await server.received('tools/call')).body).toContain('"id":9007199254740993')
  expect(await run('call', 'p.json', 'write', '{}', '--evidence', 'e.jsonl')).toMatchObject({ status: 4, stdout: '' })

  const shown = await run('evidence', 'show', 'e.jsonl', '--json')
  const { rows } = JSON.parse(shown.stdout) as { readonly rows: readonly { readonly event: string }[] }
  expect(rows.map(({ event }) => event)).toEqual(['run_prepared', 'call_attempted', 'call_completed', 'run_closed', 'run_prepared', 'call_refused', 'run_closed'])
  expect(await server.stillRunning()).toEqual([])
})

test('a program that ends at once exits 3, with its last words, when drafting and when running', async () => {
  await using folder = await commandFolder()
  using good = stdioServerCommand({})
  using failing = stdioServerCommand(deviations.exitsAtOnce(7), { stdio: { stderr: ['no licence'] } })
  const run = (...words: readonly string[]): ReturnType<typeof runBin> => runBin(words, { cwd: folder.folder })

  await run('profile', 'init', '-o', 'p.json', '--', good.command, ...good.args)
  await folder.fillIn('p.json', {}, { connection: { transport: 'stdio', command: [failing.command, ...failing.args] } })
  for (const words of [['profile', 'init', '--json', '--', failing.command, ...failing.args], ['call', 'p.json', 't', '{}', '--json']]) {
    const { status, stdout } = await run(...words)
    expect(status).toBe(3)
    expect(JSON.parse(stdout)).toMatchObject({ error: { code: 'process_exited', details: { exitCode: 7 } } })
    expect(stdout).toContain('no licence')
  }
})
