import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { ROOT, readText, rowsOf } from './markdown-files.ts'

const FOUNDATION = 'packages/mcp-foundation/src/'

/** Letters of the list, each with its first and its last number. */
const RANGES = { P: [1, 20], J: [1, 13], G: [1, 18], E: [1, 55], M: [1, 40], S: [1, 13], O: [1, 16], X: [1, 19], CVE: [1, 41] } as const

const EXPECTED = Object.entries(RANGES).flatMap(([letter, [first, last]]) =>
  Array.from({ length: last - first + 1 }, (_, index) => `${letter}-${String(first + index).padStart(2, '0')}`)
)

interface Case {
  readonly id: string
  readonly what: string
  readonly tests: readonly { readonly file: string; readonly name: string }[]
}

function casesOf(page: string): readonly Case[] {
  return rowsOf(page)
    .filter(([head = '']) => head !== 'case')
    .map(([head = '', what = '', tests = '']) => ({ id: head.split('<br>', 1)[0] ?? '', what, tests: tests === '' ? [] : tests.split('<br>').map(testOf) }))
}

function testOf(cell: string): { readonly file: string; readonly name: string } {
  const [, path = '', name = ''] = /^`([^`]+)`: (.+)$/.exec(cell) ?? []
  return { file: /^(packages|apps|tooling)\//.test(path) ? path : `${FOUNDATION}${path}`, name }
}

/** What is wrong with a named test, or null. Names stand in the sources as literals, those of a table with their `%s`. */
function faultOf({ file, name }: { readonly file: string; readonly name: string }): string | null {
  if (!file.endsWith('.test.ts') || !existsSync(`${ROOT}${file}`)) return `${file} is no file of tests`
  const text = readText(file)
  return name !== '' && ["'", '`'].some((quote) => text.includes(`${quote}${name}${quote}`)) ? null : `${file} has no test "${name}"`
}

const isForOthers = ({ what }: Case): boolean => /^other (role|platform): /.test(what)

const CASES = casesOf(readText('docs/security-cases.md'))

describe('docs/security-cases.md', () => {
  it('has every number once, in order', () => {
    expect(CASES.map(({ id }) => id)).toEqual(EXPECTED)
  })

  it.each(CASES.map((one) => [one.id, one] as const))('%s names tests that exist, or whose it is', (_, one) => {
    expect(one.what).not.toBe('')
    expect(one.tests.map(faultOf).filter((fault) => fault !== null)).toEqual([])
    if (isForOthers(one)) expect(one.tests).toEqual([])
  })

  it('shows at least 95 of 100 of the cases that are ours by a test', () => {
    const ours = CASES.filter((one) => !isForOthers(one))
    expect(ours.length).toBeGreaterThan(90)
    expect(ours.filter(({ tests }) => tests.length > 0).length / ours.length).toBeGreaterThanOrEqual(0.95)
  })

  it('leaves no test that has a number out', () => {
    const named = new Set(CASES.flatMap(({ tests }) => tests.map(({ name }) => name)))
    const files = new Set(CASES.flatMap(({ tests }) => tests.map(({ file }) => file)))
    const numbered = [...files].flatMap((file) => [...readText(file).matchAll(/(?<=['`])[PJGEMSOX]-\d\d[^'`\n]*(?=['`])/g)].map(([name]) => name))
    expect(numbered.length).toBeGreaterThan(30)
    expect(numbered.filter((name) => !named.has(name))).toEqual([])
  })
})

describe('the check', () => {
  it('sees a file, a test and a name that are not there', () => {
    const [one] = casesOf('| P-01 | a | `no/such.test.ts`: x<br>`stdio/stdio-transport.test.ts`: no such test<br>`stdio/stdio-transport.test.ts` |')
    expect(one?.tests.map(faultOf).map((fault) => fault !== null)).toEqual([true, true, true])
  })
})
