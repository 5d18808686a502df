import { readFileSync, readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { ERROR_CODES } from './error-code.ts'

// Where it fails, write the page by hand and run docs/refusals/generate-index.mjs for the rest.
const FOLDER = new URL('../../../../docs/refusals/', import.meta.url)
const CODES = Object.keys(ERROR_CODES)
const INDEX = readFileSync(new URL('README.md', FOLDER), 'utf8')
const PAGES: ReadonlyMap<string, string> = new Map(
  readdirSync(FOLDER)
    .filter((file) => file.endsWith('.md') && file !== 'README.md')
    .map((file) => [file.slice(0, -'.md'.length), readFileSync(new URL(file, FOLDER), 'utf8')] as const)
)
const MEMBERS = readDetailMembers()

describe('docs/refusals', () => {
  it('has a page per code and no page without a code', () => {
    expect([...PAGES.keys()].sort()).toEqual(CODES.toSorted())
  })

  it('lists every code once in its index', () => {
    const listed = [...INDEX.matchAll(/^\| \[(\w+)\]\((\w+)\.md\) \| (\d) \| (.*) \|$/gm)].map(([, code, file, exit, message]) => {
      expect(file).toBe(code)
      return `${code} ${exit} ${message}`
    })
    const demanded = Object.entries(ERROR_CODES).map(([code, { exit, message }]) => `${code} ${exit} ${message}`)
    expect(listed.toSorted()).toEqual(demanded.toSorted())
  })

  it('files every code under its family in its index', () => {
    for (const [code, { family }] of Object.entries(ERROR_CODES)) {
      const heading = INDEX.slice(0, INDEX.indexOf(`[${code}]`)).match(/^## .*$/gm)?.at(-1)
      expect({ code, heading }).toEqual({ code, heading: `## ${family}` })
    }
  })
})

describe.each(Object.entries(ERROR_CODES))('the page of %s', (code, { family, exit, message }) => {
  const page = PAGES.get(code) ?? ''

  it('repeats the table', () => {
    expect(page.split('\n')[0]).toBe(`# ${code}`)
    expect(/^> (.*)$/m.exec(page)?.[1]).toBe(message)
    expect(/^\| family \| `(\w+)` \|$/m.exec(page)?.[1]).toBe(family)
    expect(Number(/^\| exit status \| (\d) /m.exec(page)?.[1])).toBe(exit)
  })

  it('says what it means and what to do', () => {
    expect([...page.matchAll(/^## (.*)\n\n\S/gm)].map(([, heading]) => heading)).toEqual(['Meaning', 'What to do', 'Details'])
  })

  it('explains every member of its details', () => {
    const details = page.slice(page.indexOf('\n## Details\n'))
    const explained = [...details.matchAll(/^- `(\w+)`: \S/gm)].map(([, member]) => member)
    expect(explained).toEqual(MEMBERS.get(code))
    expect(details.includes('\nNone.\n')).toBe(explained.length === 0)
  })
})

/** Types are gone at run time: the members are read from the source, one line per code. */
function readDetailMembers(): ReadonlyMap<string, readonly string[]> {
  const source = readFileSync(new URL('error-details.ts', import.meta.url), 'utf8')
  const body = source.slice(source.indexOf('export interface ErrorDetails {'))
  const entries = [...body.matchAll(/^ {2}(\w+): (\{.*\}|Record<never, never>)$/gm)]
  return new Map(entries.map(([, code = '', type = '']) => [code, [...type.matchAll(/readonly (\w+)\??:/g)].map(([, member = '']) => member)]))
}
