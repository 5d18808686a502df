import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { ARROWS } from '../architecture/arrows.ts'
import { MARKDOWN_FILES, ROOT, SOURCE_FILES, readText, rowsOf } from './markdown-files.ts'

const ARCHITECTURE = readText('ARCHITECTURE.md')
const ADRS = MARKDOWN_FILES.filter((file) => file.startsWith('docs/adr/'))

describe('ARCHITECTURE.md', () => {
  const packages = rowsOf(ARCHITECTURE)
    .filter((cells) => cells.length === 4 && /^`[a-z-]+`$/.test(cells[0] ?? ''))
    .map(([name = '', state = '', , arrows = '']) => ({
      name: name.slice(1, -1),
      exists: state.startsWith('today'),
      arrows: [...arrows.matchAll(/`([a-z-]+)`/g)].map(([, target = '']) => target)
    }))

  it('repeats the table of arrows', () => {
    expect(Object.fromEntries(packages.map(({ name, arrows }) => [name, arrows]))).toEqual(ARROWS)
  })

  it('calls a package planned exactly as long as it is not there', () => {
    for (const { name, exists } of packages) {
      expect({ name, exists: existsSync(`${ROOT}packages/${name}/package.json`) }).toEqual({ name, exists })
    }
  })

  it('lists every decision', () => {
    const listed = [...ARCHITECTURE.matchAll(/^\| \[(\d{4})\]\((docs\/adr\/\1-[a-z-]+\.md)\) \| .* \|$/gm)].map(([, , file]) => file)
    expect(listed).toEqual(ADRS)
  })
})

describe('decisions', () => {
  it.each(ADRS)('%s has number, state and the three parts', (file) => {
    const text = readText(file)
    expect(text.startsWith(`# ${file.slice('docs/adr/'.length, 'docs/adr/0000'.length)}: `)).toBe(true)
    expect(/^Status: (accepted|superseded by \[\d{4}\])/m.test(text)).toBe(true)
    expect([...text.matchAll(/^## (.*)$/gm)].map(([, heading]) => heading)).toEqual(['Context', 'Decision', 'Consequences'])
  })

  it('exist wherever one is cited', () => {
    const numbers = new Set(ADRS.map((file) => file.slice('docs/adr/'.length, 'docs/adr/0000'.length)))
    const cited = [...SOURCE_FILES, ...MARKDOWN_FILES].flatMap((file) =>
      [...readText(file).matchAll(/\bADR (\d{4})\b/g)].map(([, number = '']) => ({ file, number }))
    )
    expect(cited.length).toBeGreaterThan(0)
    expect(cited.filter(({ number }) => !numbers.has(number))).toEqual([])
  })

  // The governance packages name the documents of any project.
  it('and pages that sources name are there', () => {
    const named = SOURCE_FILES.filter((file) => !/^(?:tooling\/docs-check|packages\/governance-\w+)\//.test(file)).flatMap((file) =>
      [...readText(file).matchAll(/\bdocs\/[\w/-]+\.md\b/g)].map(([page]) => page)
    )
    expect([...new Set(named)].filter((page) => !existsSync(`${ROOT}${page}`))).toEqual([])
  })
})
