import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { SAMPLE_TEXT } from '../__fixtures__/sample-profile.ts'
import { parseServiceProfile } from './parse-service-profile.ts'
import { SERVICE_PROFILE_FAULTS } from './profile-place.ts'

const page = readFileSync(new URL('../../../../docs/formats/service-profile.md', import.meta.url), 'utf8')
const schema = JSON.parse(readFileSync(new URL('../../schemas/service-profile.schema.json', import.meta.url), 'utf8')) as {
  readonly properties: object
  readonly $defs: { readonly operation: { readonly properties: object } }
}

const tableOf = (from: string, to: string): readonly string[] =>
  [...page.slice(page.indexOf(from), page.indexOf(to)).matchAll(/^\| `(\w+)` \|/gm)].map(([, name = '']) => name)

test('the example is a profile, and the one of the tests', () => {
  const example = /^```json profile\n([\s\S]*?)^```$/m.exec(page)?.[1] ?? ''
  expect(parseServiceProfile(example, 'example').operations).toHaveLength(2)
  expect(example).toBe(SAMPLE_TEXT)
})

test('the table of reasons is the list of the reader', () => {
  const section = page.slice(page.indexOf('## 5. Reasons'))
  expect([...section.matchAll(/^\| `(\w+)` \|/gm)].map(([, reason]) => reason)).toEqual([...SERVICE_PROFILE_FAULTS])
})

test('the tables of members are those of the schema', () => {
  expect(tableOf('## 2. The file', '## 3.')).toEqual(Object.keys(schema.properties))
  expect(tableOf('## 3. Elements', '## 4.')).toEqual(Object.keys(schema.$defs.operation.properties))
})
