import { expect, test } from 'vitest'
import { textsOfFolder } from '../__fixtures__/files-of.ts'
import { readRegistry } from './read-registry.ts'

test('reads an honest registry without a fault', () => {
  const registry = readRegistry(textsOfFolder()['docs/mcp/tool-registry.md'] ?? '', 'r.md')
  expect(registry.faults).toEqual([])
  expect(registry.tools.map(tool => [tool.name.value, tool.tier?.value, tool.returnsExternalContent?.value])).toEqual([
    ['search_notes', 0, true],
    ['publish_note', 3, false]
  ])
  expect(registry.tools[0]?.modelDescription?.value).toBe('Searches the notes of the team for words.')
  expect(registry.summary.map(row => row.tier?.value)).toEqual([0, 3])
  expect(registry.dynamicTools?.listChanged?.value).toBe(false)
})

test.each(['**Tier 2** — text', 'Tier 2 - text', '2: text'])('reads the tier and the reason of %s', cell => {
  const [tool] = readRegistry(`### Tool: \`a\`\n\n| F | V |\n|---|---|\n| Consumer trust tier | ${cell} |\n`, 'r.md').tools
  expect([tool?.tier?.value, tool?.rationale?.value]).toEqual([2, 'text'])
})

test('reads ten thousand tools', () => {
  const block = (i: number): string => `### Tool: \`t${i}\`\n\n| F | V |\n|---|---|\n| Side effects | None |\n| Consumer trust tier | Tier 1 — r${i} |\n\n> d${i}\n\n`
  const registry = readRegistry(Array.from({ length: 10_000 }, (_, i) => block(i)).join(''), 'r.md')
  expect(registry.tools.length).toBe(10_000)
  expect(registry.tools[9999]?.rationale?.value).toBe('r9999')
})
