import { describe, expect, it } from 'vitest'
import { filesOfRecord } from '../__fixtures__/files-of.ts'
import { MCP_SERVER_MODULE } from './embedded-modules.ts'
import { isUsablePattern } from './judge-pattern.ts'
import { readContract } from './read-contract.ts'
import { readModules } from './read-modules.ts'
import { readSuppressions } from './read-suppressions.ts'

describe('modules', () => {
  it('are those that come with the package where the project brings none', () => {
    expect(readModules(filesOfRecord({}))).toEqual([MCP_SERVER_MODULE])
  })

  it('are the project\'s own, with members that we do not use', () => {
    const text = `# comment
id: mcp-server
type: architecture
version: 1.0.0
dependsOn:
  - kernel/base
requiredArtifacts:
  - docs/mcp/server-spec.md
sensitivePaths:
  - description: documents
    patterns:
      - ^docs/mcp/
companionRules:
  - description: Registry with risks
    triggerPaths:
      - ^docs/mcp/tool-registry\\.md$
      - (a+)+$
    requiredAny:
      - ^docs/mcp/risk-register\\.md$
    humanReview: Somebody looks.
forbiddenPatterns:
  - pattern: 'sk-[a-z]+'
    paths: [^src/]
    reason: A key
`
    const [module, ...others] = readModules(filesOfRecord({ 'platform/profiles/architectures/mcp-server/module.yaml': text }))
    expect(others).toEqual([])
    expect(module).toMatchObject({
      id: 'architectures/mcp-server', source: 'project', requiredArtifacts: ['docs/mcp/server-spec.md'], sensitivePaths: ['^docs/mcp/'],
      companionRules: [{ name: 'Registry with risks', triggers: ['^docs/mcp/tool-registry\\.md$'], needsAnyOf: ['^docs/mcp/risk-register\\.md$'], at: { line: 14 } }],
      forbiddenPatterns: [{ pattern: 'sk-[a-z]+', paths: ['^src/'], reason: 'A key' }],
      faults: [{ kind: 'invalid_value', subject: 'companionRules.triggerPaths', at: { line: 17, column: 9 } }]
    })
  })

  it('that are no YAML are a fault, and bind nobody', () => {
    const [module] = readModules(filesOfRecord({ 'profiles/architectures/mcp-server/module.yaml': 'a: [b' }))
    expect([module?.companionRules, module?.faults.some(({ kind }) => kind === 'syntax')]).toEqual([[], true])
  })
})

describe('a pattern of a module', () => {
  it.each(['^docs/mcp/', '^mcp-manifest\\.', '^(?:src|lib)/mcp/.*\\.ts$', '\\b(?:password|token)\\s*[:=]\\s*["\'][^"\']+["\']', '[(+*)]+', '\\(a+\\)+'])('%j is one', (pattern) => expect(isUsablePattern(pattern)).toBe(true))
  it.each(['', '(', '(a+)+$', '(a|a)*$', '(?:a*)*b', '(a{2,}){3,}', '(?=a)', '(?<!a)b', '(a)\\1', '(?<n>a)\\k<n>', 'a*b*c*d*e*f*g*', 'x'.repeat(513), '\\p{Nothing}'])('%j is none', (pattern) => expect(isUsablePattern(pattern)).toBe(false))
})

describe('suppressions', () => {
  const read = (text: string): ReturnType<typeof readSuppressions> => readSuppressions(filesOfRecord({ '.b10x-governance.yaml': text }))
  const WHOLE = 'suppressions:\n  - rule: GOV-TIER-001\n    file: docs/mcp/tool-registry.md\n    reason: Known\n    owner: Ann\n    expires: 2026-12-31\n'

  it('are whole, or are none', () => {
    expect(read(WHOLE)).toMatchObject({ suppressions: [{ rule: 'GOV-TIER-001', file: 'docs/mcp/tool-registry.md', reason: 'Known', owner: 'Ann', expires: '2026-12-31', at: { line: 2 } }], faults: [] })
    expect(readSuppressions(filesOfRecord({}))).toEqual({ suppressions: [], faults: [] })
  })

  it.each([
    ['reason', '    reason: Known\n', '', 'missing_member'],
    ['owner', '    owner: Ann\n', '    owner: ""\n', 'missing_member'],
    ['expires', '2026-12-31', '2026-02-30', 'invalid_value'],
    ['expires', '2026-12-31', 'soon', 'invalid_value'],
    ['whom', '    owner: Ann\n', '    owner: Ann\n    whom: Bob\n', 'unknown_member']
  ])('without %s are a fault', (member, replace, by, kind) => {
    const { suppressions, faults } = read(WHOLE.replace(replace, by))
    expect([faults.map((fault) => fault.kind), faults[0]?.subject.endsWith(member), suppressions.length]).toEqual([[kind], true, kind === 'unknown_member' ? 1 : 0])
  })
})

describe('modes', () => {
  const modesOf = (texts: Record<string, string>): readonly string[] => readContract(filesOfRecord(texts)).modes.map(({ mode }) => mode)
  const manifest = (modules: string): string => `schemaVersion: 1\nproject: { id: x }\nmodules: { ${modules} }\n`
  it.each<[string, Record<string, string>, readonly string[]]>([
    ['nothing', {}, []],
    ['a producer', { 'harness.manifest.yaml': manifest('architectures: [mcp-server]') }, ['producer']],
    ['a producer in prose', { 'harness.manifest.yaml': manifest('architectures: [architectures/mcp-server]') }, ['producer']],
    ['a consumer by its list of tools', { 'TOOLS.md': '# Tools\n' }, ['consumer']],
    ['a consumer by an overlay', { 'harness.manifest.yaml': manifest('domains: [mcp-integration]') }, ['consumer']],
    ['a consumer by its servers', { '.mcp.json': '{}' }, ['consumer']],
    ['all of them', { 'harness.manifest.yaml': manifest('architectures: [mcp-server]'), '.mcp.json': '{"mcpServers":{"g":{"command":"b10x-governance","args":["serve"]}}}' }, ['producer', 'consumer', 'exposed-governance']]
  ])('%s', (_title, texts, modes) => expect(modesOf(texts)).toEqual(modes))

  it('decisions are the numbered files of their folders', () => {
    const { decisions } = readContract(filesOfRecord({ 'docs/adr/0001-a.md': '# One\n', 'docs/adr/ADR-0002-b.md': 'x', 'docs/adr/README.md': '# No\n' }))
    expect(decisions.map(({ file, title }) => [file, title])).toEqual([['docs/adr/0001-a.md', 'One'], ['docs/adr/ADR-0002-b.md', '']])
  })
})
