import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, chmod, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AuditRecord } from '@b10x/ports'
import { expectCode, expectThrownCode } from '@b10x/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createEvidenceFile } from './create-evidence-file.ts'
import { createMemoryAudit } from './create-memory-audit.ts'
import { readEvidence } from './read-evidence.ts'

let folder = ''
let files = 0
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'b10x-evidence-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

function newPath(): string {
  return join(folder, `${(files += 1)}.jsonl`)
}

const at = '2026-12-01T00:00:00.000Z'
const digest = `sha256:${'a'.repeat(64)}`
const who = { runId: 'run-1', actor: 'user:alice', tenantId: 'acme' }
const call = { ...who, toolCallId: 'c1', tool: 't', source: 's', effect: 'write', toolDigest: digest, argumentsDigest: digest, policyVersion: 'v1', approvalId: 'a1' } as const
const evidence = {
  profileDigest: null, snapshotDigest: digest, protocolVersion: '2026-07-28', transport: 'stdio', endpoint: '/bin/x',
  foundation: { version: '0.1.0', revision: null }, tools: [{ name: 't', digest }], leftOut: [{ reason: 'denied', count: 2 }]
} as const

const ROWS: readonly AuditRecord[] = [
  { at, event: 'run_prepared', source: 's', evidence, ...who },
  { at, event: 'call_refused', code: 'policy_denied', ...call },
  { at, event: 'call_attempted', ...call },
  { at, event: 'reauthorized', source: 's', status: 401, ...who },
  { at, event: 'call_completed', ...call, isError: true, resultDigest: digest, resultBytes: 0, outputSchemaViolation: false },
  { at, event: 'call_attempted', tool: 't' },
  { at, event: 'call_failed', tool: 't', code: 'outcome_unknown' },
  { at, event: 'drift_suspected', source: 's' },
  { at, event: 'run_refused', source: 's', code: 'snapshot_mismatch' },
  { at, event: 'run_closed', source: 's' }
]

describe('an evidence file', () => {
  it.each([false, true])('holds every row, for its owner alone (durable: %s)', async (durable) => {
    const path = newPath()
    const file = createEvidenceFile(path, { durable })
    for (const row of ROWS) await file.record(row)
    file.close()
    expect(await readEvidence(path)).toEqual(ROWS)
    expect((await stat(path)).mode & 0o777).toBe(0o600)
  })

  it('goes on where it ended, also after a row that was never whole', async () => {
    const path = newPath()
    await writeFile(path, `${JSON.stringify(ROWS[0])}\n{"at":"2026-12-01T00:00:00.000Z","ev`, { mode: 0o644 })
    await chmod(path, 0o644)
    expect(await readEvidence(path)).toEqual([ROWS[0]])
    const file = createEvidenceFile(path)
    await file.record(ROWS[1] as AuditRecord)
    file.close()
    expect(await readEvidence(path)).toEqual(ROWS.slice(0, 2))
    expect((await stat(path)).mode & 0o777).toBe(0o600)
  })

  it.each([0, 1, 65_535, 65_536, 65_537, 200_000])('cuts %s torn bytes off', async (length) => {
    const path = newPath()
    const whole = `${JSON.stringify(ROWS[0])}\n`
    await writeFile(path, whole + 'x'.repeat(length))
    createEvidenceFile(path).close()
    expect(await readFile(path, 'utf8')).toBe(whole)
    await writeFile(path, 'x'.repeat(length))
    createEvidenceFile(path).close()
    expect(await readFile(path, 'utf8')).toBe('')
  })

  it('holds whole rows after kill -9', async () => {
    const path = newPath()
    const program = fileURLToPath(new URL('__fixtures__/write-rows.ts', import.meta.url))
    const child = spawn(process.execPath, ['-C', '@b10x/source', program, path], { stdio: ['ignore', 'pipe', 'inherit'] })
    const [last] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string]
    child.kill('SIGKILL')
    await once(child, 'close')
    const rows = await readEvidence(path)
    expect(rows.length).toBeGreaterThan(Number.parseInt(last, 10))
    expect(rows.map((row) => 'tool' in row && row.tool)).toEqual(rows.map((_, index) => `tool-${index}`))
  })

  it('writes what is not seen as escapes of the same value', async () => {
    const path = newPath()
    const row: AuditRecord = { at, event: 'run_closed', source: 's\u202e\u001b[2J\u009b\ud800\n\u{e0041}' }
    const file = createEvidenceFile(path)
    await file.record(row)
    file.close()
    expect(await readFile(path, 'utf8')).toMatch(/^[\u0020-\u007e]+\n$/)
    expect(await readEvidence(path)).toEqual([row])
  })

  it('takes nothing after it was closed, and is closed twice without harm', async () => {
    const file = createEvidenceFile(newPath())
    file.close()
    file.close()
    await expectCode(async () => file.record(ROWS[0] as AuditRecord), 'audit_unavailable')
  })

  it('is not written where it cannot be one', async () => {
    await writeFile(join(folder, 'other'), '')
    await symlink(join(folder, 'other'), join(folder, 'link'))
    for (const path of [folder, join(folder, 'missing/file'), join(folder, 'link'), '/dev/null']) {
      expect(expectThrownCode(() => createEvidenceFile(path), 'option_invalid').details).toMatchObject({ option: 'path' })
    }
  })
})

describe('a line that is no row', () => {
  it.each<[string, string]>([
    ['text', 'hello'],
    ['an empty one', ''],
    ['a list', '[]'],
    ['null', 'null'],
    ['a member twice', '{"at":"2026-12-01T00:00:00.000Z","event":"run_closed","source":"s","source":"t"}'],
    ['a row without a time', JSON.stringify({ event: 'run_closed', source: 's' })],
    ['another time', JSON.stringify({ at: 'today', event: 'run_closed', source: 's' })],
    ['an unknown event', JSON.stringify({ at, event: 'toString', source: 's' })],
    ['a member that no row has', JSON.stringify({ at, event: 'run_closed', source: 's', note: 'x' })],
    ['a member of another row', JSON.stringify({ at, event: 'run_closed', source: 's', tool: 't' })],
    ['an unknown code', JSON.stringify({ at, event: 'call_failed', tool: 't', code: 'toString' })],
    ['a wrong digest', JSON.stringify({ at, event: 'call_attempted', tool: 't', toolDigest: 'sha256:1' })],
    ['a wrong effect', JSON.stringify({ at, event: 'call_attempted', tool: 't', effect: 'harmless' })],
    ['a wrong member inside', JSON.stringify({ at, event: 'run_prepared', source: 's', evidence: { ...evidence, tools: [{ name: 't' }] } })],
    ['a byte order mark', `\ufeff${JSON.stringify(ROWS[0])}`]
  ])('is refused by its number: %s', async (_, line) => {
    const path = newPath()
    await writeFile(path, `${JSON.stringify(ROWS[0])}\n`)
    await appendFile(path, `${line}\n${JSON.stringify(ROWS[1])}\n`)
    const { details } = await expectCode(readEvidence(path), 'option_invalid')
    expect(details).toMatchObject({ option: 'path', reason: expect.stringMatching(/^line 2 /) as unknown })
  })

  it('is refused where it is not UTF-8, and a file where there is none', async () => {
    const path = newPath()
    await writeFile(path, Buffer.from([0xff, 0x0a]))
    await expectCode(readEvidence(path), 'option_invalid')
    await expectCode(readEvidence(newPath()), 'option_invalid')
  })
})

it('keeps rows in memory up to a bound', async () => {
  const audit = createMemoryAudit(1)
  await audit.record(ROWS[0] as AuditRecord)
  await expectCode(async () => audit.record(ROWS[1] as AuditRecord), 'audit_unavailable')
  expect(audit.rows).toEqual([ROWS[0]])
})
