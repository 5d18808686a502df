// What holds for every reader: nothing is lost, nothing throws, every place is inside, and no part of Node is needed.
import fc from 'fast-check'
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { filesOfRecord, textsOfFolder } from '../__fixtures__/files-of.ts'
import { DOCUMENT_PATHS } from './governance-contract.ts'
import { readContract } from './read-contract.ts'
import { readRegistry } from './read-registry.ts'
import { readSuppressions } from './read-suppressions.ts'
import type { SourcePosition } from './source-position.ts'

const SOURCES = fileURLToPath(new URL('..', import.meta.url))
const HONEST = textsOfFolder()

/** Every text in a value, maps and their labels included. */
function textsIn(value: unknown, found: string[] = []): string[] {
  if (typeof value === 'string' || typeof value === 'boolean' || typeof value === 'number') found.push(String(value))
  else if (value instanceof Map) for (const [label, member] of value) textsIn([label, member], found)
  else if (typeof value === 'object' && value !== null) for (const member of Object.values(value)) textsIn(member, found)
  return found
}

it('no word of a document in order is lost', () => {
  const contract = readContract(filesOfRecord(HONEST))
  for (const [name, path] of Object.entries(DOCUMENT_PATHS)) {
    if (!path.endsWith('.md')) continue
    const model = textsIn(contract[name as 'registry']).join(' ').toLowerCase()
    // Headings of tables and of groups of sections, and what a fence says of its language, are markup.
    const body = (HONEST[path] ?? '').split('\n').filter((line) => !/^(?:#{1,3} (?!Tool:|R-MCP|AC-)|\|[-| ]+\||```|\| (?:Field|Transport|Primitive|Tool|ID|Attack class|Upstream system) \|)/.test(line)).join('\n')
    const words = body.replace(/<!--[^]*?-->/g, '').match(/[\p{L}\p{N}][\p{L}\p{N}_.@:/-]*[\p{L}\p{N}]/gu) ?? []
    expect([path, words.filter((word) => !model.includes(word.toLowerCase()) && !LABELS.has(word.toLowerCase()))]).toEqual([path, []])
  }
})

/** Labels that say where a value goes: the model has a member for each. */
const LABELS: ReadonlySet<string> = new Set(['description', 'shown', 'to', 'the', 'model', 'matches', 'tools/list', 'tool', 'tier', 'declares', 'listchanged', 'when', 'does', 'list', 'change', 'notification', 'policy', 'yes', 'no'])

function placesIn(value: unknown, found: SourcePosition[] = []): SourcePosition[] {
  if (value instanceof Map) for (const member of value.values()) placesIn(member, found)
  else if (typeof value === 'object' && value !== null) {
    if ('file' in value && 'line' in value && 'column' in value) found.push(value as SourcePosition)
    for (const member of Object.values(value)) placesIn(member, found)
  }
  return found
}

const MARKUP = fc.constantFrom('\n\n## Tool counts of a transport\n\n', '\n\n| Total tools | 2 |\n', '\n  | Declared? | [[X]] |', '\n**Owner:** A\n **Status:** B\n', '\n### R-MCP-001\n\n', '# ', '### Tool: `x`', '| a | b |', '|---|---|', '\n', '\r\n', '> ', '- ', '```', '<!--', '-->', '[[X]]', '**Tier 2** — ', 'R-MCP-001', 'AC-1', '\\|', '\uFEFF', 'a: [', '- rule: ', '&a *a', '\u2028', '\0', '😀', ' ', '| Consumer trust tier | 3 |', '<table><tr><td>x</td></tr></table>')

it('any text is read without a throw, and every place is inside it', () => {
  const text = fc.array(fc.oneof(MARKUP, fc.string({ maxLength: 12 })), { maxLength: 60 }).map((parts) => parts.join(''))
  const paths = [...Object.values(DOCUMENT_PATHS), '.b10x-governance.yaml', 'profiles/architectures/mcp-server/module.yaml', '.mcp.json', 'docs/adr/0001-x.md']
  fc.assert(
    fc.property(text, (given) => {
      const files = filesOfRecord(Object.fromEntries(paths.map((path) => [path, given])))
      const lines = given.split(/\r\n|\n|\r/)
      for (const { file, line, column } of placesIn([readContract(files), readSuppressions(files)])) {
        expect(paths).toContain(file)
        // YAML counts line feeds alone, so that a carriage return by itself ends no line there.
        const [own, fed] = [lines[line - 1], given.split('\n')[line - 1]].map((found) => found?.length ?? -1)
        expect([line >= 1, column >= 1, column <= Math.max(own ?? -1, fed ?? -1) + 1]).toEqual([true, true, true])
      }
    }),
    { numRuns: 500 }
  )
})

it('ten thousand tools are read, each in its place', () => {
  const block = (index: number): string => `### Tool: \`tool_${index}\`\n\n| Field | Value |\n|---|---|\n| Consumer trust tier | **Tier 1** — Reason ${index} |\n\n> Does ${index}.\n\n`
  const { tools, faults } = readRegistry(`# Tools\n\n${Array.from({ length: 10_000 }, (_, index) => block(index)).join('')}`, 'r.md')
  expect([tools.length, faults, tools.at(-1)?.name.value, tools.at(-1)?.at.line, tools.at(-1)?.rationale?.value]).toEqual([10_000, [], 'tool_9999', 2 + 8 * 9_999 + 1, 'Reason 9999'])
})

it('no source needs a part of Node', () => {
  const sources = globSync('**/*.ts', { cwd: SOURCES, exclude: ['**/*.test.ts', '**/__fixtures__/**'] })
  expect(sources.length).toBeGreaterThan(60)
  expect(sources.filter((file) => /^import .*'node:|\bimport\('node:|\bglobalThis\.process\b/m.test(readFileSync(`${SOURCES}${file}`, 'utf8')))).toEqual([])
})
