import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import * as api from './index.ts'

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')

/** Every name in back quotes in the first or second cell of the rows of a section. */
function namesIn(section: string, cell: number): readonly string[] {
  const text = readme.split(`## ${section}\n`)[1]?.split('\n## ')[0] ?? ''
  const rows = text.split('\n').filter((line) => line.startsWith('| ')).slice(1)
  return rows.flatMap((row) => [...(row.split('|')[cell] ?? '').matchAll(/`(\w+)(?:\([^`]*\))?`/g)].map((match) => match[1] ?? ''))
}

test('the table of deviations is the catalogue', () => {
  const other = ['reviewed', 'become']
  const named = namesIn('Deviations', 2).filter((name) => !other.includes(name))
  expect(named.toSorted()).toEqual(Object.keys(api.deviations).toSorted())
})

test('the table of exports is what is exported', () => {
  const exported = Object.keys(api).filter((name) => name !== 'deviations')
  expect(namesIn('What is here', 1).toSorted()).toEqual(exported.toSorted())
})
