import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { ROOT, readText } from './markdown-files.ts'

interface Manifest {
  readonly scripts: Readonly<Record<string, string>>
}

const README = readText('README.md')
const folder = mkdtempSync(join(tmpdir(), 'b10x-session-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** A line of the session as `pnpm` would run it, with the snapshot file outside the repository. */
function run(line: string): { readonly status: number | null; readonly stdout: string } {
  const script = (JSON.parse(readText('package.json')) as Manifest).scripts['b10x-mcp'] ?? 'exit 70'
  const command = line.replace(/^pnpm -s b10x-mcp/, script).replaceAll('weather.json', join(folder, 'weather.json'))
  const path = [dirname(process.execPath), process.env['PATH']].join(delimiter)
  const { status, stdout } = spawnSync('sh', ['-c', command], {
    cwd: ROOT,
    env: { ...process.env, PATH: path, NO_COLOR: '1' },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: 60_000
  })
  return { status, stdout }
}

describe('the session in README.md', () => {
  const lines = /^```sh session\n([\s\S]*?)^```$/m.exec(README)?.[1]?.trim().split('\n') ?? []
  const shown = /^```\nforecast\n[\s\S]*?^```$/m.exec(README)?.[0].split('\n').slice(1, -1) ?? []

  it('runs as it stands, and its fourth line shows what the page shows', () => {
    expect(lines.length).toBe(5)
    const results = lines.map(run)
    expect(results.map(({ status }) => status)).toEqual([0, 0, 0, 1, 0])
    expect(results[3]?.stdout.trim().split('\n')).toEqual(shown)
    expect(readFileSync(join(folder, 'weather.json'), 'utf8')).toContain('b10x.tool-snapshot.v1')
  }, 300_000)
})
