import { readFileSync } from 'node:fs'
import type { JsonValue } from '@b10x/ports'
import { expect, test } from 'vitest'
import { SAMPLE_TEXT } from '../__fixtures__/sample-deployment.ts'
import { DEPLOYMENT_FAULTS } from './deployment-place.ts'
import { parseServiceDeployment } from './parse-service-deployment.ts'

const page = readFileSync(new URL('../../../../docs/formats/service-deployment.md', import.meta.url), 'utf8')
const schema = JSON.parse(readFileSync(new URL('../../schemas/service-deployment.schema.json', import.meta.url), 'utf8')) as {
  readonly properties: object
  readonly $defs: { readonly operation: { readonly properties: object } }
}

const tableOf = (from: string, to?: string): readonly string[] =>
  [...page.slice(page.indexOf(from), to === undefined ? undefined : page.indexOf(to)).matchAll(/^\| `(\w+)` \|/gm)].map(([, name = '']) => name)

test('the example is a deployment, and the one of the tests', () => {
  const example = /^```json deployment\n([\s\S]*?)^```$/m.exec(page)?.[1] ?? ''
  expect(parseServiceDeployment(JSON.parse(example) as JsonValue, 'example').operations).toHaveLength(2)
  expect(example).toBe(SAMPLE_TEXT)
})

test('the table of reasons is the list of the reader', () => {
  expect(tableOf('## 4. Reasons')).toEqual([...DEPLOYMENT_FAULTS])
})

test('the tables of members are those of the schema', () => {
  expect(tableOf('## 2. The file', '## 3.')).toEqual(Object.keys(schema.properties))
  expect(tableOf('## 3. Elements', '## 4.')).toEqual(Object.keys(schema.$defs.operation.properties))
})
