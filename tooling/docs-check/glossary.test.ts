import { describe, expect, it } from 'vitest'
import { SOURCE_FILES, readText, rowsOf } from './markdown-files.ts'

const SOURCES = SOURCE_FILES.filter((file) => file.startsWith('packages/') && !/\.(test|interop|services)\.ts$/.test(file))
const TEXT = SOURCES.map(readText).join('\n')

const rows = rowsOf(readText('GLOSSARY.md')).filter(([term]) => term !== 'term')

describe('GLOSSARY.md', () => {
  it('explains a word once', () => {
    const terms = rows.map(([term = '']) => term)
    expect(terms.length).toBeGreaterThan(30)
    expect(new Set(terms).size).toBe(terms.length)
  })

  it.each(rows.map((cells) => [cells[0] ?? '', cells.at(-1) ?? '']))('names things of the sources for %s', (_, cell) => {
    const missing = [...cell.matchAll(/`(\w+)`/g)].map(([, name = '']) => name).filter((name) => !new RegExp(`\\b${name}\\b`).test(TEXT))
    expect(missing).toEqual([])
  })
})
