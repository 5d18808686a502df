import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { ERROR_CODES } from '@b10x/ports/errors'
import { describe, expect, it } from 'vitest'
import { FOUNDATION, refusalIn } from './__fixtures__/callers.ts'
import * as entry from './index.ts'

const PACKAGE = fileURLToPath(new URL('..', import.meta.url))
const README = readFileSync(`${PACKAGE}README.md`, 'utf8')
const read = (file: string): string => readFileSync(`${PACKAGE}src/${file}`, 'utf8')
const unquote = (cell = ''): string => cell.replaceAll('`', '')

/** Rows of the table under a heading, cells trimmed, without its head. */
function rowsUnder(heading: string): readonly (readonly string[])[] {
  const start = README.indexOf(`\n## ${heading}\n`)
  const section = README.slice(start, README.indexOf('\n## ', start + 1))
  return [...section.matchAll(/^\| (.*) \|$/gm)].slice(1).map(([, row = '']) => row.split(' | '))
}

describe('the example', () => {
  it('serves what it says, as it stands', { timeout: 120_000 }, async () => {
    const code = /^```js example\n([\s\S]*?)^```$/m.exec(README)?.[1] ?? 'process.exit(70)'
    const TOKEN = 'a-token-for-this-test'
    // Inside this package, so that its name resolves. Standard input stays open: its end ends the example.
    const child = spawn(process.execPath, ['-C', '@b10x/source', '--input-type=module', '-e', code], { cwd: PACKAGE, env: { ...process.env, TOKEN }, stdio: ['pipe', 'pipe', 'inherit'], timeout: 100_000 })
    const ended = once(child, 'close')
    try {
      const [line] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string]
      await using caller = await FOUNDATION.open(line.trim(), TOKEN)
      expect((await caller.tools()).map(({ name }) => name)).toEqual(['agent_support', 'close_account', 'job_report'])
      expect((await caller.call('job_report', { month: 5 })).structuredContent).toEqual({ month: 5, tenantId: 'acme' })
      expect((await caller.call('agent_support', { instanceId: 'new', message: 'hello' })).content).toEqual([{ type: 'text', text: '1. hello' }])
      expect(refusalIn(await caller.call('close_account', { id: '42' })).code).toBe('approval_required')
    } finally {
      child.stdin.end()
    }
    expect(await ended).toEqual([0, null])
  })
})

describe('the tables', () => {
  it('name what the sources throw, with exit statuses', () => {
    const sources = globSync('**/*.ts', { cwd: `${PACKAGE}src`, exclude: ['**/*.test.ts', '**/__fixtures__/**', '**/__examples__/**'] })
    const thrown = sources.flatMap((file) => [...read(file).matchAll(/new GovernedError(?:<[^>]*>)?\(\s*'(\w+)'/g)].map(([, code = '']) => code))
    const rows = rowsUnder('Refusals').filter(([code = '']) => code.startsWith('`')).map(([code, exit]) => [unquote(code), Number(exit)] as const)
    expect(new Set(rows.map(([code]) => code))).toEqual(new Set(thrown))
    expect(rows).toHaveLength(new Set(thrown).size)
    for (const [code, exit] of rows) expect([code, exit]).toEqual([code, ERROR_CODES[code as keyof typeof ERROR_CODES].exit])
  })

  it('name every value that the entry module exports', () => {
    const named = rowsUnder('What it gives').flatMap(([cell = '']) => [...cell.matchAll(/`(\w+)/g)].map(([, name]) => name))
    expect(named.toSorted()).toEqual(Object.keys(entry).toSorted())
  })

  it('state the bounds of the sources', () => {
    const constant = (file: string, pattern: RegExp): number => Number((pattern.exec(read(file))?.[1] ?? 'none').replaceAll('_', ''))
    const agents = 'run/create-in-process-agents.ts'
    const values = {
      'a published name': constant('expose/publish-tool.ts', /\{1,(\d+)\}\$/),
      'an `instanceId`, a `session`': constant('expose/expose-agents.ts', /MAX_ID_LENGTH = ([\d_]+)/),
      'a message to an agent': constant('expose/expose-agents.ts', /MAX_MESSAGE_LENGTH = ([\d_]+)/),
      'jobs at a time, `maxRuns`': constant('run/create-in-process-jobs.ts', /maxRuns = ([\d_]+)/),
      'instances of one caller, `maxInstances`': constant(agents, /maxInstances = ([\d_]+)/),
      'instances of all, `maxInstancesInAll`': constant(agents, /maxInstancesInAll = ([\d_]+)/),
      'sessions of an instance, `maxSessions`': constant(agents, /maxSessions = ([\d_]+)/),
      'messages that a session keeps, `maxMessages`': constant(agents, /maxMessages = ([\d_]+)/),
      'grants in memory, `maxEntries`': constant('govern/create-memory-grants.ts', /maxEntries = ([\d_]+)/),
      'a grant is good for, `ttlMs`': constant('govern/create-memory-grants.ts', /ttlMs = ([\d_]+)/),
      'keys in memory, `maxEntries`': constant('govern/idempotency.ts', /maxEntries = ([\d_]+)/),
      'a key is kept for, `ttlMs`': constant('govern/idempotency.ts', /ttlMs = ([\d_]+)/)
    }
    const rows = rowsUnder('Bounds').filter(([what = '']) => !/^(what|-+)$/.test(what))
    const stated = rows.map(([what = '', value = '']) => [what, Number((/^[\d ]*\d/.exec(value)?.[0] ?? 'none').replaceAll(' ', ''))] as const)
    expect(Object.fromEntries(stated)).toEqual(values)
  })
})
