import { cpSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { run } from '../__fixtures__/captured-io.ts'
import { scratchRepository } from '../__fixtures__/scratch-repository.ts'
import { helpText } from './help-text.ts'

const HONEST = fileURLToPath(new URL('../../../governance-rules/src/__fixtures__/honest-project', import.meta.url))
const WEATHER = fileURLToPath(new URL('../../../../apps/demo/src/servers/weather-server.ts', import.meta.url))

let cwd: string
beforeEach(() => {
  cwd = realpathSync(mkdtempSync(path.join(tmpdir(), 'b10x-governance-')))
})
afterEach(() => rmSync(cwd, { recursive: true }))

function edit(file: string, change: (text: string) => string): void {
  writeFileSync(path.join(cwd, file), change(readFileSync(path.join(cwd, file), 'utf8')))
}

function honest(): void {
  cpSync(HONEST, cwd, { recursive: true })
}

describe('check', () => {
  it('is quiet about an honest project: 0', async () => {
    honest()
    expect(await run(['check'], { cwd })).toMatchObject({ status: 0, err: '' })
  })

  it('says what is wrong, and where: 1', async () => {
    honest()
    edit('docs/mcp/tool-registry.md', (text) => text.replace('**Tier 0** — It only reads notes that the caller may see', '**Tier 9** — Because'))
    const { status, out } = await run(['check', '--format', 'json'], { cwd })
    const { findings } = JSON.parse(out) as { findings: { ruleId: string; at: { file: string; line: number } }[] }
    expect(status).toBe(1)
    expect(findings.map(({ at }) => [at.file, at.line])).toContainEqual(['docs/mcp/tool-registry.md', 20])
  })

  it('has nothing to say where there is nothing: 2', async () => {
    expect(await run(['check'], { cwd })).toMatchObject({ status: 2, out: '' })
  })

  it('stops where a person has to decide: 5', async () => {
    using repo = scratchRepository()
    cpSync(HONEST, repo.root, { recursive: true })
    repo.commit()
    repo.git('checkout', '-q', '-b', 'work')
    const registry = path.join(repo.root, 'docs/mcp/tool-registry.md')
    writeFileSync(registry, readFileSync(registry, 'utf8').replace('## Summary', '### Tool: `wipe_shelf`\n\n| Field | Value |\n|---|---|\n| Intent (one line) | Wipes |\n\n## Summary'))
    repo.commit()
    const { status, out } = await run(['check', '--base', 'main', '--root', repo.root, '--format', 'json'])
    expect([status, (JSON.parse(out) as { stopped: boolean }).stopped]).toEqual([5, true])
  })

  it.each(['text', 'json', 'sarif', 'junit'])('writes %s into a file', async (format) => {
    honest()
    const { status, out } = await run(['check', '--format', format, '--output', 'report.out'], { cwd })
    expect([status, out, readFileSync(path.join(cwd, 'report.out'), 'utf8').length > 20]).toEqual([0, '', true])
  })

  it('with --strict fails for a warning, too', async () => {
    honest()
    rmSync(path.join(cwd, 'docs/mcp/capability-schema.md'))
    const lenient = await run(['check'], { cwd })
    const strict = await run(['check', '--strict'], { cwd })
    expect([lenient.status, strict.status]).toEqual([lenient.status, 1])
  })
})

describe('the command line', () => {
  it.each<readonly string[]>([
    ['unknown'], ['check', 'extra'], ['check', '--base'], ['check', '--base', 'a', '--staged'], ['check', '--format', 'xml'], ['check', '--base', '-x'], ['check', '--nothing'],
    ['explain'], ['explain', 'a', 'b'], ['explain', 'GOV-NOTHING-001'], ['tier'], ['skill'], ['skill', 'remove'], ['probe'], ['probe', 'ftp://x'], ['probe', 'http://example.com'],
    ['probe', 'https://a@example.com'], ['probe', 'https://example.com', '--', 'x'], ['probe', '--observe-ms', 'x', '--', 'y'], ['serve', '--port', '70000'], ['serve', '--http', '--stdio'], ['check', '--output', '/nonexistent/x']
  ])('%j %j %j %j is not understood: 2', async (...args) => {
    honest()
    const { status, err } = await run(args.filter((one) => typeof one === 'string'), { cwd })
    expect([status, err.startsWith('usage_invalid')]).toEqual([2, true])
  })

  it('a variable that is not set is named, and a bearer is never written', async () => {
    expect(await run(['probe', 'https://example.com', '--bearer-env', 'NO_SUCH'], { cwd })).toMatchObject({ status: 2, err: expect.stringContaining('variable_missing') as string })
  })

  it('what cannot be reached ends with 3', async () => {
    honest()
    expect(await run(['probe', 'http://127.0.0.1:1/mcp'], { cwd })).toMatchObject({ status: 3, out: '', err: expect.stringContaining('endpoint_unreachable') as string })
  })

  it.each([null, 'check', 'probe', 'serve', 'init', 'explain', 'tier', 'skill'])('help about %s has at most 80 columns', async (topic) => {
    const { status, out } = await run(topic === null ? [] : [topic, '--help'], { cwd })
    expect([status, out]).toEqual([0, helpText(topic)])
    expect(Math.max(...out.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80)
  })

  it('--version names package and version', async () => {
    expect((await run(['--version'])).out).toMatch(/^@b10x\/governance-server \d+\.\d+\.\d+ /)
  })
})

describe('explain and tier', () => {
  it.each(['GOV-TIER-001', 'gov-probe-010'])('%s', async (rule) => {
    const { status, out } = await run(['explain', rule, '--json'])
    expect([status, (JSON.parse(out) as { id: string }).id]).toEqual([0, rule.toUpperCase()])
  })

  it('of a tool in the registry, and of one that is not', async () => {
    honest()
    const known = await run(['tier', 'publish_note', '--json'], { cwd })
    expect([known.status, JSON.parse(known.out)]).toMatchObject([0, { tier: 3, registered: true, atLeast: 3 }])
    const unknown = await run(['tier', 'delete_everything', '--json'], { cwd })
    expect([unknown.status, JSON.parse(unknown.out)]).toMatchObject([1, { tier: null, registered: false, atLeast: 3 }])
  })
})

describe('init', () => {
  it('writes forms with blanks, which check names', async () => {
    expect((await run(['init'], { cwd })).status).toBe(0)
    const { status, out } = await run(['check', '--format', 'json'], { cwd })
    const { findings } = JSON.parse(out) as { findings: { ruleId: string }[] }
    expect([status, findings.filter(({ ruleId }) => ruleId === 'GOV-DOC-003').length > 50]).toEqual([1, true])
  })

  it('never writes over a document', async () => {
    honest()
    const before = readFileSync(path.join(cwd, 'docs/mcp/server-spec.md'), 'utf8')
    expect((await run(['init'], { cwd })).status).toBe(2)
    expect(readFileSync(path.join(cwd, 'docs/mcp/server-spec.md'), 'utf8')).toBe(before)
  })

  it('from a server takes what the wire tells, and filled it passes check and probe', { timeout: 60_000 }, async () => {
    const server = ['--', process.execPath, WEATHER]
    expect((await run(['init', ...server], { cwd })).status).toBe(0)
    for (const file of readdirSync(path.join(cwd, 'docs/mcp'))) edit(`docs/mcp/${file}`, fillIn)
    edit('harness.manifest.yaml', fillIn)
    const checked = await run(['check', '--strict'], { cwd })
    expect(checked.out).toMatch(/^Modes: producer\n\n0 errors, 0 warnings/)
    const probed = await run(['probe', '--observe-ms', '0', ...server], { cwd })
    expect([probed.status, probed.out]).toMatchObject([0, expect.stringContaining('0 errors') as string])
  })
})

/** What a person would write, blank by blank. */
const ANSWERS: Readonly<Record<string, string>> = {
  PROJECT_ID: 'weather', PROJECT_NAME: 'Weather', OWNER: 'Weather team', DATE: '2026-12-01', CANONICAL_URI: 'n/a', DISTRIBUTION_CHANNEL: 'npm', REPOSITORY: 'https://example.com/weather',
  HIGHEST_TIER: '2', IDEMPOTENT_TOOLS: '1', THIRD_PARTY_TOOLS: '0', HTTP_YES_OR_NO: 'No', LAUNCH_COMMAND: 'npx weather@1.0.0', AUTHORIZATION_MODEL: 'The environment of the process.',
  WHEN_THE_LIST_CHANGES: 'Only with a release', NOTIFICATION_POLICY: 'None', DEPRECATION_PATTERN: 'A tool stays for two releases.', SAMPLING_YES_OR_NO: 'No', SAMPLING_TRIGGER: 'Not used', SAMPLING_FALLBACK: 'Not used',
  SAMPLING_PRIVACY: 'Nothing is sent', ELICITATION_YES_OR_NO: 'No', ELICITATION_TRIGGER: 'Not used', ELICITATION_FALLBACK: 'Not used', ENVIRONMENT_VARIABLES: 'None', METADATA_PATH: 'n/a', AUTHORIZATION_SERVERS: 'None: stdio only',
  PKCE: 'n/a', RESOURCE_PARAMETER: 'n/a', AUDIENCE: 'n/a', REDIRECT_RULE: 'n/a', STATE: 'n/a', UPSTREAM_SYSTEM: 'Forecasts', UPSTREAM_CREDENTIALS: 'A key of the server', BASELINE_SCOPE: 'n/a', ELEVATION_SCOPES: 'n/a', WILDCARDS: 'None',
  CONSENT: 'The host shows the one command before it runs', SESSION_POSTURE: 'No session.', OAUTH_PROXY: 'Not used.', TITLE: 'A title', INTENT: 'Does one thing', CONTENT_TYPES: 'text', AUDIT: 'Caller', RATE_LIMIT: 'None', FAILURE: 'An error result', POISONING: 'The description is fixed in the source.', INJECTION: 'Results hold numbers and names of cities.'
}

function fillIn(text: string): string {
  const filled = text.replace(/\[\[([A-Z0-9_]+)\]\]/g, (blank, name: string) => {
    if (/^R\d+_STATUS$/.test(name)) return 'Mitigated'
    if (/^R\d+_(?:LIKELIHOOD|IMPACT)$/.test(name)) return 'Low'
    if (name === 'R005_MITIGATION') return 'Forecasts are reached with a key of the server; no token of a client is taken'
    if (name === 'R009_MITIGATION') return 'One pinned package from npm, which reads and writes one file'
    if (/^R\d+_MITIGATION$/.test(name)) return 'Not applicable: the server reads and writes its own file, over stdio alone'
    if (/^AC\d_TESTED$/.test(name)) return 'No'
    if (/^AC\d_(?:RESULT|POSITION)$/.test(name)) return 'Out of scope: results hold no text of others'
    if (/^AC\d_/.test(name)) return ''
    return ANSWERS[name] ?? blank
  })
  // Per tool: the first reads, the second writes a station.
  const [head = '', first = '', second = ''] = filled.split(/(?=### Tool: )/)
  return head + fillTool(first, { N: '0', REASON_IN_ONE_SENTENCE: 'It only reads a forecast', SIDE_EFFECTS: 'None', YES_OR_NO: 'No', APPROVAL: 'None', IDEMPOTENCY: 'Idempotent' }) + fillTool(second, { N: '2', REASON_IN_ONE_SENTENCE: 'It writes a station into the file of the workspace, and can be undone', SIDE_EFFECTS: 'Writes a station', YES_OR_NO: 'No', APPROVAL: 'None', IDEMPOTENCY: 'Not idempotent' })
}

function fillTool(text: string, answers: Readonly<Record<string, string>>): string {
  const own = text.replace(/\[\[([A-Z0-9_]+)\]\]/g, (blank, name: string) => answers[name] ?? blank)
  return own
    .replace('| `forecast` | [[TIER]] | Writes a station | No | None |', '| `forecast` | 0 | None | Yes | None |')
    .replace('| `report_station` | [[TIER]] | Writes a station | No | None |', '| `report_station` | 2 | Writes a station | No | None |')
}

describe('skill install', () => {
  it('writes where agents look, again too, and over nobody\'s change', async () => {
    expect((await run(['skill', 'install'], { cwd })).out).toBe('.agents/skills/harness-mcp/SKILL.md\n.claude/skills/harness-mcp/SKILL.md\n')
    expect((await run(['skill', 'install'], { cwd })).status).toBe(0)
    edit('.claude/skills/harness-mcp/SKILL.md', (text) => `${text}Mine.\n`)
    expect((await run(['skill', 'install'], { cwd })).status).toBe(2)
    expect(readFileSync(path.join(cwd, '.claude/skills/harness-mcp/SKILL.md'), 'utf8')).toMatch(/Mine\.\n$/)
    expect((await run(['skill', 'install', '--force', '--to', '.claude/skills'], { cwd })).status).toBe(0)
    expect(readFileSync(path.join(cwd, '.claude/skills/harness-mcp/SKILL.md'), 'utf8')).not.toMatch(/Mine/)
  })
})
