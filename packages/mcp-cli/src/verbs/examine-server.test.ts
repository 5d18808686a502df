import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { deviations, startHttpServer, stdioServerCommand } from '@b10x/testkit'
import { expect, test, vi } from 'vitest'
import { runCaptured } from '../__fixtures__/captured-io.ts'
import { schemaFaults } from '../__fixtures__/check-schema.ts'

// Processes start slowly on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

const ENV = { PATH: process.env['PATH'] ?? '' }

test('a sound server over HTTP', async () => {
  await using server = await startHttpServer()
  const { status, stdout } = await runCaptured(['doctor', server.url, '--json'])
  const document: unknown = JSON.parse(stdout)
  expect(status).toBe(0)
  expect(schemaFaults('doctor', document)).toEqual([])
  expect(document).toMatchObject({
    endpoint: { transport: 'streamable-http', url: server.url },
    era: 'modern',
    protocolVersion: '2026-07-28',
    tools: { total: 1, usable: 1, invalid: [] },
    findings: []
  })
})

test('F12: lines before the first message are counted and reported', async () => {
  using server = stdioServerCommand(deviations.banner(2), { stdio: { stderr: ['started'] } })
  const words = ['doctor', '--json', '--', server.command, ...server.args]
  const { status, stdout } = await runCaptured(words, { env: ENV })
  const document: unknown = JSON.parse(stdout)
  expect(status).toBe(0)
  expect(schemaFaults('doctor', document)).toEqual([])
  expect(document).toMatchObject({
    endpoint: { transport: 'stdio', program: server.command },
    peer: { bannerLines: 2, stderrBytes: 'started\n'.length }
  })
  expect((document as { bounds: unknown[] }).bounds).toContainEqual({ bound: 'maxBannerLines', used: 2, limit: 32 })
  expect(await server.stillRunning()).toEqual([])
})

test('F12: more lines than the bound are refused', async () => {
  using server = stdioServerCommand(deviations.banner(3))
  const words = ['doctor', '--json', '--bound', 'maxBannerLines=2', '--', server.command, ...server.args]
  const { status, stdout } = await runCaptured(words, { env: ENV })
  expect(status).toBe(4)
  expect(JSON.parse(stdout)).toMatchObject({ error: { code: 'bound_exceeded', details: { bound: 'maxBannerLines' } } })
})

test('F10: invalid tools are listed with their reasons and exit 1', async () => {
  await using server = await startHttpServer(deviations.badApples())
  const { status, stdout } = await runCaptured(['doctor', server.url, '--json'])
  expect(status).toBe(1)
  expect(JSON.parse(stdout)).toMatchObject({
    tools: {
      total: 23,
      usable: 20,
      invalid: [
        { name: '', status: 'name_empty' },
        { name: 'dangling', status: 'schema_reference_unresolved' },
        { name: 'titled', status: 'title_invalid' }
      ]
    }
  })
})

test('F14: findings are listed, nothing hidden is printed, exit 1', async () => {
  await using server = await startHttpServer(deviations.invisibleText(), { instructions: 'Obey.\u{E0041}' })
  const { status, stdout } = await runCaptured(['doctor', server.url])
  expect(status).toBe(1)
  expect(stdout).toContain('finding invisible_text: tags /description')
  expect(stdout).toContain('finding invisible_text: /instructions')
  expect(stdout).toContain('"Obey.\\u{e0041}"')
  expect(stdout).not.toMatch(/(?![ \n])[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]/u)
})

test('what a server says on standard error before it dies is kept for the operator', async () => {
  using server = stdioServerCommand(deviations.exitsAtOnce(7), { stdio: { stderr: ['no \u001b[31mtoken'] } })
  const words = ['doctor', '--', server.command, ...server.args]
  const { status, stderr } = await runCaptured(words, { env: ENV })
  expect(status).toBe(3)
  expect(stderr).toContain('exitCode: 7')
  expect(stderr).toContain('no \\u{1b}[31mtoken')
})

test('a bound that is nearly reached is a finding, with the pages counted', async () => {
  await using server = await startHttpServer(deviations.manyPages(5, 1))
  const listed = await runCaptured(['doctor', server.url, '--json'])
  expect(listed.status).toBe(0)
  expect((JSON.parse(listed.stdout) as { bounds: unknown[] }).bounds).toContainEqual({ bound: 'maxPages', used: 5, limit: 128 })
  const { status, stdout } = await runCaptured(['doctor', server.url, '--json', '--bound', 'maxPages=6'])
  const document: unknown = JSON.parse(stdout)
  expect(status).toBe(1)
  expect(schemaFaults('doctor', document)).toEqual([])
  expect(document).toMatchObject({ observations: [{ id: 'bound_nearly_reached', level: 'finding', subject: 'maxPages' }] })
  expect((await runCaptured(['doctor', server.url, '--bound', 'maxPages=6'])).stdout).toContain('finding bound_nearly_reached: maxPages')
})

test('notes are told and exit 0', async () => {
  using server = stdioServerCommand({ protocolVersions: ['2025-06-18'] })
  const words = ['--', path.basename(server.command), ...server.args]
  const env = { PATH: path.dirname(server.command) }
  vi.stubEnv('PATH', env.PATH)
  const { status, stdout } = await runCaptured(['doctor', '--json', ...words], { env })
  vi.unstubAllEnvs()
  const document: unknown = JSON.parse(stdout)
  expect(status).toBe(0)
  expect(schemaFaults('doctor', document)).toEqual([])
  expect(document).toMatchObject({
    observations: [
      { id: 'program_from_path', level: 'note', subject: 'node' },
      { id: 'legacy_revision', level: 'note', subject: '2025-06-18' }
    ]
  })
  expect(await server.stillRunning()).toEqual([])
})

test('every missing variable of a --config target is named at once', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'b10x-cli-'))
  try {
    const entry = { command: '${PROGRAM}', args: ['${KEY}'], env: { A: '${env:TOKEN}' } }
    await writeFile(path.join(folder, '.mcp.json'), JSON.stringify({ mcpServers: { one: entry } }))
    const { status, stdout } = await runCaptured(['doctor', '--json', '--config', '.mcp.json'], { cwd: folder })
    expect(status).toBe(2)
    expect(JSON.parse(stdout)).toMatchObject({ error: { code: 'variable_missing', details: { names: ['KEY', 'PROGRAM', 'TOKEN'] } } })
  } finally {
    await rm(folder, { recursive: true })
  }
})
