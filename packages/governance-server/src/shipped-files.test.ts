// What is shipped beside the code: the action, the hook, the skill with its situations. They are data, held to what they run.
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'
import { describe, expect, it } from 'vitest'
import { parseCommandLine } from './cli/parse-command-line.ts'
import { run } from './__fixtures__/captured-io.ts'
import { scratchRepository } from './__fixtures__/scratch-repository.ts'

const WORKSPACE = fileURLToPath(new URL('../../../', import.meta.url))
const PACKAGE = fileURLToPath(new URL('../', import.meta.url))
const HONEST = path.join(WORKSPACE, 'packages/governance-rules/src/__fixtures__/honest-project')
const read = (file: string): string => readFileSync(path.join(WORKSPACE, file), 'utf8')

interface Action {
  readonly inputs: Readonly<Record<string, { readonly description: string; readonly default: string }>>
  readonly runs: { readonly using: string; readonly steps: readonly { readonly shell: string; readonly run: string; readonly env?: Readonly<Record<string, string>> }[] }
}

describe('action.yml', () => {
  const action = parse(read('action.yml')) as Action

  it('takes inputs through the environment alone: nothing of a pull request becomes shell text', () => {
    expect(action.runs.using).toBe('composite')
    for (const step of action.runs.steps) expect(step.run).not.toContain('${{')
    expect(Object.keys(action.runs.steps.at(-1)?.env ?? {}).map((name) => name.toLowerCase()).toSorted()).toEqual(Object.keys(action.inputs).toSorted())
  })

  it.each([['', 0], ['base', 5]] as const)('with base %j ends with %i, and leaves a report', (base, status) => {
    using repo = scratchRepository()
    cpSync(HONEST, repo.root, { recursive: true })
    const first = repo.commit()
    if (base !== '') {
      const registry = readFileSync(path.join(repo.root, 'docs/mcp/tool-registry.md'), 'utf8')
      repo.write('docs/mcp/tool-registry.md', registry.replace('## Summary', '### Tool: `wipe_shelf`\n\n| Field | Value |\n|---|---|\n| Intent (one line) | Wipes |\n\n## Summary'))
      repo.commit()
    }
    const sarif = path.join(repo.root, 'report.sarif')
    const env = { PATH: process.env['PATH'], GITHUB_ACTION_PATH: WORKSPACE, BASE: base === '' ? '' : first, ROOT: repo.root, STRICT: 'true', SARIF: sarif }
    expect(exitOf(action.runs.steps.at(-1)?.run ?? '', repo.root, env)).toBe(status)
    expect((JSON.parse(readFileSync(sarif, 'utf8')) as { version: string }).version).toBe('2.1.0')
  })
})

function exitOf(script: string, cwd: string, env: Readonly<Record<string, string | undefined>>): number {
  try {
    execFileSync('bash', ['-c', script], { cwd, env, stdio: 'ignore' })
    return 0
  } catch (error) {
    return (error as { readonly status: number }).status
  }
}

it('.pre-commit-hooks.yaml runs a command that is understood', () => {
  const [hook] = parse(read('.pre-commit-hooks.yaml')) as readonly { readonly entry: string; readonly pass_filenames: boolean }[]
  const [name, ...args] = hook?.entry.split(' ') ?? []
  expect([name, hook?.pass_filenames]).toEqual(['b10x-governance', false])
  expect(parseCommandLine(args, '/', {})).toMatchObject({ verb: 'check', compared: { with: 'staged' } })
})

interface Situation {
  readonly situation: string
  readonly edits: readonly { readonly file: string; readonly replace: string; readonly by: string }[]
  readonly expect: { readonly status: number; readonly rules: readonly string[] }
}

describe('the skill', () => {
  const text = readFileSync(path.join(PACKAGE, 'skills/harness-mcp/SKILL.md'), 'utf8')
  const { evals } = parse(readFileSync(path.join(PACKAGE, 'skills/harness-mcp/evals/situations.yaml'), 'utf8')) as { readonly evals: readonly Situation[] }

  it('has the front matter that agents look for, and its own name', () => {
    const facts = parse(/^---\n([\s\S]*?)\n---\n/.exec(text)?.[1] ?? '') as Readonly<Record<string, unknown>>
    expect(Object.keys(facts)).toEqual(['name', 'description', 'license', 'compatibility', 'metadata'])
    expect(facts['name']).toBe('harness-mcp')
  })

  it('names commands that are understood', () => {
    const named = [...text.matchAll(/`b10x-governance ([^`<]*)/g)].map(([, line = '']) => line.trim().replace(/\bRULE\b|\bTOOL\b/, 'x').replace(/--$/, '-- x'))
    expect(named.length).toBeGreaterThan(5)
    for (const line of named) expect(() => parseCommandLine(line.split(' '), '/', {})).not.toThrow()
  })

  it.each(evals.map((one) => [one.situation, one] as const))('knows what to do: %s', async (_situation, { edits, expect: expected }) => {
    using repo = scratchRepository()
    cpSync(HONEST, repo.root, { recursive: true })
    const base = repo.commit()
    for (const { file, replace, by } of edits) {
      const before = existsSync(path.join(repo.root, file)) ? readFileSync(path.join(repo.root, file), 'utf8') : ''
      expect(before).toContain(replace)
      repo.write(file, replace === '' ? by : before.replace(replace, by))
    }
    repo.commit()
    const { status, out } = await run(['check', '--root', repo.root, '--base', base, '--format', 'json'])
    const found = (JSON.parse(out) as { findings: { ruleId: string }[] }).findings.map(({ ruleId }) => ruleId)
    expect([status, expected.rules.filter((rule) => !found.includes(rule))]).toEqual([expected.status, []])
  })
})
