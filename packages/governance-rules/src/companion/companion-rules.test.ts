import { expect, test } from 'vitest'
import { SERVER } from '../__fixtures__/change-cases.ts'
import { changeOf } from '../__fixtures__/change-of.ts'
import type { Texts } from '../__fixtures__/change-of.ts'
import { CAPABILITIES, honestTexts, REGISTRY, RISKS, SPEC, TRANSPORT } from '../__fixtures__/rule-case.ts'
import { checkChange } from '../report/check-change.ts'
import type { ChangedCommit, ChangedFile, ChangeSet } from './change-set.ts'

const today = '2026-12-01'
const HONEST = honestTexts()
const CODE = "export const server = create({\n  capabilities: { tools: {} }\n})\nserver.registerTool('search_notes', SEARCH, search)\n"
const BASE: Texts = { ...HONEST, [SERVER]: CODE }

/** A text with a line that says nothing at its end. */
const touched = (texts: Texts, ...paths: readonly string[]): Texts => ({
  ...texts,
  ...Object.fromEntries(paths.map(path => [path, `${texts[path] ?? ''}\n<!-- looked at -->\n`]))
})
const without = (texts: Texts, ...paths: readonly string[]): Texts =>
  Object.fromEntries(Object.entries(texts).filter(([path]) => !paths.includes(path)))
const logging = (texts: Texts): Texts => ({ ...texts, [SERVER]: CODE.replace('tools: {}', 'tools: {}, logging: {}') })
const idsOf = (change: ChangeSet): readonly string[] => checkChange(change, { today }).findings.map(({ ruleId }) => ruleId)

/** Replaces the commits of a change, for what a difference of texts cannot show. */
function withCommits(
  change: ChangeSet,
  commits: readonly (Partial<ChangedCommit> & { readonly files: readonly ChangedFile[] })[],
  files?: readonly ChangedFile[]
): ChangeSet {
  return {
    ...change,
    ...(files !== undefined && { files }),
    commits: commits.map((commit, i) => ({ id: String(i + 1).padStart(40, '0'), merge: false, ...commit }))
  }
}

test('capability, schema and specification in one commit, with a look at the risks', () => {
  expect(idsOf(changeOf(BASE, touched(logging(BASE), CAPABILITIES, SPEC, RISKS)))).toEqual([])
})

test('a schema in an earlier commit of the range does not count for the same commit', () => {
  const first = touched(BASE, CAPABILITIES, SPEC, RISKS)
  expect(idsOf(changeOf(BASE, first, logging(first)))).toEqual(['GOV-COMPANION-001', 'GOV-STOP-002'])
})

test('a companion in an earlier or later commit of the range counts for a module rule', () => {
  const risks = touched(BASE, RISKS)
  expect(idsOf(changeOf(BASE, risks, touched(risks, REGISTRY)))).toEqual([])
  const registry = touched(BASE, REGISTRY)
  expect(idsOf(changeOf(BASE, registry, touched(registry, RISKS)))).toEqual([])
})

test('a companion that a later commit takes back does not count', () => {
  const risks = touched(BASE, RISKS)
  expect(idsOf(changeOf(BASE, risks, touched(BASE, REGISTRY)))).toEqual(['GOV-COMPANION-003'])
})

test('a decision record is a companion, and its deletion is none', () => {
  const decided = { ...touched(BASE, TRANSPORT), 'docs/adr/ADR-0002-transport.md': '# ADR-0002\n' }
  expect(idsOf(changeOf(BASE, decided))).toEqual([])
  expect(idsOf(changeOf(BASE, without(touched(BASE, TRANSPORT), 'docs/adr/ADR-0001-own-credentials.md')))).toEqual(['GOV-COMPANION-003'])
})

test('a typing error in the registry triggers its rule all the same', () => {
  const texts = { ...BASE, [REGISTRY]: (BASE[REGISTRY] ?? '').replace('Finds notes by words', 'Finds notes by word') }
  expect(idsOf(changeOf(BASE, texts))).toEqual(['GOV-COMPANION-003'])
})

test('a change beside the server asks for nothing', () => {
  expect(idsOf(changeOf(BASE, touched(BASE, 'README.md')))).toEqual([])
})

test('a rename counts under both paths', () => {
  const moved = { ...without(BASE, SERVER), 'src/server.ts': CODE }
  const rename: ChangedFile = { path: 'src/server.ts', previousPath: SERVER, kind: 'renamed', addedLines: [] }
  const change = changeOf(BASE, moved)
  expect(idsOf(withCommits(change, [{ files: [rename] }], [rename]))).toContain('GOV-COMPANION-003')
  const back: ChangedFile = { path: SERVER, previousPath: 'src/server.ts', kind: 'renamed', addedLines: [] }
  expect(idsOf(withCommits(changeOf(moved, BASE), [{ files: [back] }], [back]))).toContain('GOV-COMPANION-003')
})

test('code of a server that is deleted exposes less, and has to be documented', () => {
  const ids = idsOf(changeOf(BASE, without(BASE, SERVER)))
  expect(ids).toEqual(expect.arrayContaining(['GOV-STOP-002', 'GOV-COMPANION-001', 'GOV-COMPANION-003']))
})

test('a tool that is taken out has no added line, and counts', () => {
  const fewer = { ...BASE, [SERVER]: CODE.replace(/server\.registerTool.*\n/, '') }
  expect(idsOf(changeOf(BASE, touched(fewer, RISKS)))).toEqual(expect.arrayContaining(['GOV-COMPANION-001', 'GOV-COMPANION-005']))
})

test('a merge counts what it changed against all its parents', () => {
  const change = changeOf(BASE, touched(logging(BASE), CAPABILITIES, SPEC, RISKS))
  const clean = withCommits(change, [...change.commits, { merge: true, files: [] }])
  expect(idsOf(clean)).toEqual([])
  const evil = changeOf(touched(BASE, CAPABILITIES, SPEC, RISKS), touched(logging(BASE), CAPABILITIES, SPEC, RISKS))
  expect(idsOf(withCommits(change, [...change.commits, { merge: true, files: evil.files }]))).toEqual(['GOV-COMPANION-001', 'GOV-STOP-002'])
})

test('a submodule in the path of a server triggers its rule', () => {
  const submodule: ChangedFile = { path: 'src/mcp/vendor', kind: 'submodule' }
  const change = withCommits(changeOf(BASE, BASE), [{ files: [submodule] }], [submodule])
  expect(idsOf(change)).toEqual(['GOV-COMPANION-003'])
})

test('paths with spaces and other letters are paths', () => {
  const file = 'src/mcp/Ærlig værktøj.ts'
  const change = changeOf(BASE, { ...BASE, [file]: 'export const x = 1\n' })
  expect(checkChange(change, { today }).findings.map(({ ruleId, at }) => [ruleId, at.file])).toEqual([['GOV-COMPANION-003', file]])
})

test('what is not committed has no id, and is checked', () => {
  const change = changeOf(BASE, touched(logging(BASE), SPEC, RISKS))
  const [finding] = checkChange(withCommits(change, [{ id: null, files: change.files }]), { today }).findings
  expect(finding).toMatchObject({ ruleId: 'GOV-STOP-002', stop: true })
  expect(finding).not.toHaveProperty('commit')
})

test('tests of a server, and comments, expose nothing', () => {
  const change = changeOf(
    BASE,
    touched({ ...BASE, 'src/mcp/server.test.ts': CODE, [SERVER]: `${CODE}// capabilities: { logging: {} }\n` }, RISKS)
  )
  expect(idsOf(change)).toEqual([])
})

const BLOCK =
  'export const CAPABILITIES: ServerCapabilities = {\n  tools: {\n    listChanged: false\n  },\n  prompts: {}\n}\nserver.onerror = report\n'

test.each<[string, string, boolean]>([
  ['a line that is added within a declaration', BLOCK.replace('  prompts: {}', '  prompts: {},\n  logging: {}'), true],
  ['a line that is taken out of a declaration', BLOCK.replace('  },\n  prompts: {}', '  }'), true],
  ['another value', BLOCK.replace('listChanged: false', 'listChanged: true'), true],
  ['what stands after a declaration', `${BLOCK}server.onclose = forget\n`, false],
  [
    'code that reads what a client declares',
    `${BLOCK}const capabilities = server.getClientCapabilities()\nif (capabilities.sampling === undefined) refuse()\n`,
    false
  ],
  [
    'the same declaration in one line less',
    BLOCK.replace('  tools: {\n    listChanged: false\n  },', '  tools: { listChanged: false },'),
    true
  ]
])('%s', (_about, after, changes) => {
  const base = { ...BASE, [SERVER]: BLOCK }
  const change = changeOf(base, touched({ ...base, [SERVER]: after }, RISKS, SPEC))
  expect(checkChange(change, { today }).stopped).toBe(changes)
})

test('a declaration that one commit changes is not laid at the door of another', () => {
  const base = { ...BASE, [SERVER]: BLOCK }
  const first = touched({ ...base, [SERVER]: `${BLOCK}server.onclose = forget\n` }, RISKS)
  const second = touched(
    { ...first, [SERVER]: `${BLOCK}server.onclose = forget\n`.replace('  prompts: {}', '  prompts: {},\n  logging: {}') },
    SPEC
  )
  const { findings } = checkChange(changeOf(base, first, second), { today })
  expect(findings.map(({ ruleId, commit, at }) => [ruleId, commit, at.line, at.column])).toEqual([
    ['GOV-STOP-002', '2'.padStart(40, '0'), 5, 3]
  ])
})

test('a project that ships no server has no companions', () => {
  const manifest = (HONEST['harness.manifest.yaml'] ?? '').replace('    - mcp-server\n', '    - layered\n')
  const consumer = { ...BASE, 'harness.manifest.yaml': manifest }
  expect(idsOf(changeOf(consumer, logging(consumer)))).toEqual([])
})

test('the commit of a finding is named', () => {
  const first = touched(BASE, 'README.md')
  const change = changeOf(BASE, first, touched(logging(first), SPEC, RISKS))
  expect(checkChange(change, { today }).findings.map(({ ruleId, commit }) => [ruleId, commit])).toEqual([
    ['GOV-STOP-002', '2'.padStart(40, '0')]
  ])
})
