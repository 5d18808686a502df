// Companion rules and stop conditions over real histories, made by git itself.
import { rmSync } from 'node:fs'
import path from 'node:path'
import { checkChange } from '@b10x/governance-rules'
import { expect, test } from 'vitest'
import { scratchRepository } from '../__fixtures__/scratch-repository.ts'
import type { ScratchRepository } from '../__fixtures__/scratch-repository.ts'
import { openGit } from '../process/run-git.ts'
import { readRange, readStaged, readWorkingTree } from './read-change.ts'

const [REGISTRY, SPEC, RISKS, SCHEMA, TRANSPORT] = ['tool-registry', 'server-spec', 'risk-register', 'capability-schema', 'transport-and-auth'].map(
  name => `docs/mcp/${name}.md`
) as [string, string, string, string, string]
const SERVER = 'src/mcp/server.ts'
const ADR = 'docs/adr/ADR-0001-first.md'
const TOOL = "server.registerTool('search_notes', SEARCH, search)\n"
const CODE = `export const server = create({\n  capabilities: { tools: {} }\n})\n${TOOL}`
const MANIFEST = 'schemaVersion: 1\nproject:\n  id: notes\n  name: Notes\nmodules:\n  architectures:\n    - mcp-server\n'
const CHANGED = CODE.replace('{ tools: {} }', '{ tools: {}, logging: {} }')
const SURFACE = 'GOV-COMPANION-001'
const POSTURE = 'GOV-COMPANION-002'
const MODULE = 'GOV-COMPANION-003'
const TOOLS = 'GOV-COMPANION-005'
const SENSITIVE = 'GOV-COMPANION-006'
const STOP = 'GOV-STOP-002'

type Script = (repo: ScratchRepository) => void

/** A commit that touches documents, and writes files; null takes one away. */
const commit =
  (touched: readonly string[], written: Readonly<Record<string, string | null>> = {}): Script =>
  repo => {
    for (const file of touched) repo.write(file, `# ${file}\n\nLooked at: ${repo.git('rev-list', '--count', 'HEAD')}.\n`)
    for (const [file, text] of Object.entries(written)) {
      if (text === null) rmSync(path.join(repo.root, file))
      else repo.write(file, text)
    }
    repo.commit()
  }
const moved =
  (from: string, to: string, ...touched: readonly string[]): Script =>
  repo => {
    repo.write(to, '')
    repo.git('mv', '-f', from, to)
    commit(touched)(repo)
  }
/** Two branches that are merged; the second may be written anew in the merge. */
const merged =
  (side: Script, work: Script, evil?: Script): Script =>
  repo => {
    repo.git('checkout', '-q', '-b', 'side')
    side(repo)
    repo.git('checkout', '-q', 'work')
    work(repo)
    repo.git('merge', '-q', '--no-ff', '--no-commit', 'side')
    if (evil === undefined) repo.commit()
    else evil(repo)
  }
const submodule =
  (at: string, ...touched: readonly string[]): Script =>
  repo => {
    using inner = scratchRepository()
    inner.write('x', 'x\n')
    inner.commit()
    repo.git('submodule', '--quiet', 'add', inner.root, at)
    commit(touched)(repo)
  }

const HISTORIES: readonly (readonly [title: string, steps: readonly Script[], expected: readonly string[]])[] = [
  ['nothing beside the server', [commit(['README.md'])], []],
  ['a capability with all its documents', [commit([SCHEMA, SPEC, RISKS], { [SERVER]: CHANGED })], []],
  ['a capability without its schema', [commit([SPEC, RISKS], { [SERVER]: CHANGED })], [STOP]],
  ['a capability without the specification', [commit([SCHEMA, RISKS], { [SERVER]: CHANGED })], [SURFACE]],
  ['a capability alone', [commit([], { [SERVER]: CHANGED })], [SURFACE, MODULE, STOP]],
  ['documents in an earlier commit of the range', [commit([SCHEMA, SPEC, RISKS]), commit([], { [SERVER]: CHANGED })], [SURFACE, STOP]],
  ['documents in a later commit of the range', [commit([], { [SERVER]: CHANGED }), commit([SCHEMA, SPEC, RISKS])], [SURFACE, STOP]],
  ['a companion in an earlier commit of the range', [commit([RISKS]), commit([REGISTRY])], []],
  ['a companion in a later commit of the range', [commit([REGISTRY]), commit([RISKS])], []],
  ['a companion that is taken back', [commit([RISKS]), repo => repo.git('revert', '--no-edit', 'HEAD'), commit([REGISTRY])], [MODULE]],
  ['a change that is taken back', [commit([REGISTRY]), repo => repo.git('revert', '--no-edit', 'HEAD')], []],
  ['a decision as a companion', [commit([REGISTRY], { 'docs/adr/ADR-0002-next.md': '# Next\n' })], []],
  ['an overview as a companion', [commit([REGISTRY], { 'docs/architecture/overview.md': '# Overview\n' })], []],
  ['an overview is no companion of the transport', [commit([TRANSPORT], { 'docs/architecture/overview.md': '# Overview\n' })], [MODULE]],
  ['a companion that is deleted', [commit([REGISTRY], { [ADR]: null })], [MODULE]],
  ['a decision that is renamed', [commit([REGISTRY]), moved(ADR, 'docs/adr/ADR-0001-renamed.md')], []],
  ['a registry that is deleted', [commit([], { [REGISTRY]: null })], [MODULE]],
  ['a registry that is renamed away', [moved(REGISTRY, 'docs/tools.md')], [MODULE]],
  ['code that is moved into the path of the server', [moved('src/plain.ts', 'src/mcp/plain.ts')], [MODULE]],
  ['code that is moved out of it', [moved('src/mcp/list.ts', 'src/list.ts')], [MODULE]],
  ['code that is moved within it, with a look at the risks', [moved('src/mcp/list.ts', 'src/mcp/lists.ts', RISKS)], []],
  ['a tool with its documents', [commit([SCHEMA, SPEC, RISKS, REGISTRY], { [SERVER]: CODE + TOOL.replace('search', 'count') })], []],
  ['a tool without the registry', [commit([SCHEMA, SPEC, RISKS], { [SERVER]: CODE + TOOL.replace('search', 'count') })], [TOOLS]],
  ['a tool that is taken out alone', [commit([RISKS, REGISTRY], { [SERVER]: CODE.replace(TOOL, '') })], [SURFACE]],
  ['code of the server that is deleted', [commit([RISKS, REGISTRY], { [SERVER]: null })], [SURFACE, STOP]],
  ['a specification alone', [commit([SPEC])], [SENSITIVE]],
  ['a specification with a look at the risks', [commit([SPEC, RISKS])], []],
  ['a transport in code with its documents', [commit([TRANSPORT, RISKS], { 'src/mcp/http.ts': 'serve(new StreamableHTTPServerTransport())\n' })], []],
  ['a transport in code alone', [commit([RISKS], { 'src/mcp/http.ts': 'serve(new StreamableHTTPServerTransport())\n' })], [POSTURE]],
  ['a list of servers at the root', [commit([], { '.mcp.json': '{}\n' })], [MODULE]],
  ['a path with spaces and other letters', [commit([], { 'src/mcp/Ærlig værktøj — ÿ.ts': 'export const x = 1\n' })], [MODULE]],
  ['a path with a line feed', [commit([], { 'src/mcp/a\nb.ts': 'export const x = 1\n' })], [MODULE]],
  ['a path beside the server with the same words', [commit([], { 'docs/src/mcp/x.ts': CODE })], []],
  ['a submodule in the path of the server', [submodule('src/mcp/vendored')], [MODULE]],
  ['a submodule with a look at the risks', [submodule('src/mcp/vendored', RISKS)], []],
  ['a submodule elsewhere', [submodule('vendored')], []],
  ['a merge of whole commits', [merged(commit([SCHEMA, SPEC, RISKS], { [SERVER]: CHANGED }), commit(['README.md']))], []],
  ['a merge of a commit that lacks its documents', [merged(commit([RISKS], { [SERVER]: CHANGED }), commit(['README.md']))], [SURFACE, STOP]],
  ['a companion on the other branch', [merged(commit([RISKS]), commit([REGISTRY]))], []],
  ['a merge that adds a capability by itself', [merged(commit([RISKS]), commit(['README.md']), commit([], { [SERVER]: CHANGED }))], [SURFACE, STOP]],
  ['tests of the server', [commit([RISKS], { 'src/mcp/server.test.ts': CODE })], []],
  ['a comment on capabilities', [commit([RISKS], { [SERVER]: `${CODE}// capabilities: none\n` })], []],
  ['an empty commit', [repo => void repo.commit()], []]
]

function start(): ScratchRepository {
  const repo = scratchRepository()
  for (const file of [REGISTRY, SPEC, RISKS, SCHEMA, TRANSPORT, ADR]) repo.write(file, `# ${file}\n`)
  repo.write('harness.manifest.yaml', MANIFEST)
  repo.write(SERVER, CODE)
  repo.write('src/plain.ts', 'export const plain = 1\nexport const more = 2\n')
  repo.write('src/mcp/list.ts', 'export const list = []\nexport const size = 0\n')
  repo.commit()
  repo.git('checkout', '-q', '-b', 'work')
  return repo
}

const today = '2026-12-01'

test('there are more than thirty histories', () => {
  expect(HISTORIES.length).toBeGreaterThan(30)
})

test.each(HISTORIES)('%s', (_title, steps, expected) => {
  using repo = start()
  for (const step of steps) step(repo)
  const report = checkChange(readRange(openGit(repo.root), 'main'), { today })
  expect(report.findings.map(({ ruleId }) => ruleId).toSorted()).toEqual(expected.toSorted())
  expect(report.stopped).toBe(expected.includes(STOP))
})

test('the commit that broke a rule is named', () => {
  using repo = start()
  commit(['README.md'])(repo)
  commit([SPEC, RISKS], { [SERVER]: CHANGED })(repo)
  const broken = repo.git('rev-parse', 'HEAD')
  commit([SCHEMA])(repo)
  const report = checkChange(readRange(openGit(repo.root), 'main'), { today })
  expect(report.findings.map(({ ruleId, commit: id, at }) => [ruleId, id, at.file, at.line])).toEqual([[STOP, broken, SERVER, 2]])
})

test('the index and the working tree are one commit each that is not made yet', () => {
  using repo = start()
  repo.write(SERVER, CHANGED)
  const git = openGit(repo.root)
  expect(checkChange(readStaged(git), { today }).findings).toEqual([])
  expect(
    checkChange(readWorkingTree(git), { today })
      .findings.map(({ ruleId }) => ruleId)
      .toSorted()
  ).toEqual([SURFACE, MODULE, STOP])
  for (const file of [SCHEMA, SPEC, RISKS]) repo.write(file, '# Looked at\n')
  expect(checkChange(readWorkingTree(git), { today }).findings).toEqual([])
  repo.git('add', SERVER)
  expect(checkChange(readStaged(git), { today }).stopped).toBe(true)
})
