import { expect, test } from 'vitest'
import { textsOfFolder } from '../__fixtures__/files-of.ts'
import { outlineMarkdown } from './outline-markdown.ts'

const titles = (text: string): string[] => outlineMarkdown(text, 'a.md').slice(1).map(section => section.title.value)

test('finds the tools of an honest registry with the cells of their tables', () => {
  const sections = outlineMarkdown(textsOfFolder()['docs/mcp/tool-registry.md'] ?? '', 'a.md')
  const tool = sections.find(section => section.title.value === 'Tool: search_notes')
  expect(tool?.tables[0]?.rows[8]?.map(cell => cell.value)).toEqual(['Consumer trust tier', 'Tier 0 — It only reads notes that the caller may see'])
  expect(tool?.tables[0]?.rows[8]?.[1]?.at).toEqual({ file: 'a.md', line: 20, column: 25 })
})

test('takes nothing that is commented out and no heading out of a fence', () => {
  expect(titles('<!--\n### Tool: a\n-->\n\n```md\n### Tool: b\n```\n\nTool: c\n---\n> # d\n')).toEqual(['Tool: c'])
})

test('reads a byte order mark, carriage returns and escaped bars', () => {
  const [, section] = outlineMarkdown('\uFEFF# A\r\n\r\n| x | y |\r\n|---|---|\r\n| a \\| b | c |\r\n', 'a.md')
  expect(section?.tables[0]?.rows[1]).toEqual([
    { value: 'a | b', at: { file: 'a.md', line: 5, column: 3 } },
    { value: 'c', at: { file: 'a.md', line: 5, column: 12 } }
  ])
})
