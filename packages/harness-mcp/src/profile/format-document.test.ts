import { readFileSync } from 'node:fs'
import { BOUND_CEILINGS } from '@b10x/mcp-foundation'
import { expect, test } from 'vitest'
import { parseRunProfile } from './parse-run-profile.ts'
import { PROFILE_FAULTS } from './profile-place.ts'

const page = readFileSync(new URL('../../../../docs/formats/run-profile.md', import.meta.url), 'utf8')
const schema = JSON.parse(readFileSync(new URL('../../schemas/run-profile.schema.json', import.meta.url), 'utf8')) as {
  readonly properties: { readonly bounds: { readonly properties: Readonly<Record<string, { readonly maximum?: number; readonly $ref?: string }>> } }
  readonly $defs: Readonly<Record<string, { readonly properties?: object; readonly maximum?: number }>>
}

test('the example is a profile', () => {
  const example = /^```json profile\n([\s\S]*?)^```$/m.exec(page)?.[1] ?? ''
  expect(parseRunProfile(example, 'example').document.tools).toHaveLength(2)
})

test('the table of reasons is the list of the reader', () => {
  const section = page.slice(page.indexOf('## 6. Reasons'), page.indexOf('## 7.'))
  expect([...section.matchAll(/^\| `(\w+)` \|/gm)].map(([, reason]) => reason)).toEqual([...PROFILE_FAULTS])
})

test('the tables of members are those of the schema', () => {
  const tableOf = (from: string, to: string): readonly string[] =>
    [...page.slice(page.indexOf(from), page.indexOf(to)).matchAll(/^\| `(\w+)` \|/gm)].map(([, name = '']) => name)
  expect(tableOf('## 2. The file', '## 3.')).toEqual(Object.keys(schema.properties))
  expect(tableOf('## 4. Elements', '## 5.')).toEqual(Object.keys(schema.$defs['tool']?.properties ?? {}))
})

test('the bounds in the schema are those of the foundation, with their ceilings', () => {
  const { properties } = schema.properties.bounds
  const ceilings = Object.entries(properties).map(([name, { maximum, $ref }]) => [name, maximum ?? schema.$defs[$ref?.split('/').at(-1) ?? '']?.maximum])
  expect(Object.fromEntries(ceilings)).toEqual(Object.fromEntries(Object.entries(BOUND_CEILINGS).filter(([name]) => !name.endsWith('DeadlineMs'))))
})
