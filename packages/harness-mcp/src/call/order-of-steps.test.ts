// The order of the steps is a decision (ADR 0014): what is written there is what the flow does.
import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8')
const flow = read('call-tool.ts')
const imported = [...flow.matchAll(/^import \{ (\w+) \} from '\.\/steps\/([\w-]+)\.ts'$/gm)].map(([, name = '', file = '']) => ({ name, file }))
const decided = [...read('../../../../docs/adr/0014-governed-calls.md').matchAll(/^\| [^|]+ \| `([a-z-]+)` \| /gm)].map(([, file]) => file)

it('is the order of the decision, and every step is one of it', () => {
  const body = flow.slice(flow.indexOf('export async function callTool'))
  const called = imported.map(({ name, file }) => ({ file, at: body.indexOf(`${name}(`), times: body.split(`${name}(`).length - 1 }))
  expect(called.filter(({ times }) => times !== 1)).toEqual([])
  expect(called.toSorted((a, b) => a.at - b.at).map(({ file }) => file)).toEqual(decided)
})

it('has a file for each, and no step knows another', () => {
  const files = readdirSync(new URL('steps/', import.meta.url)).filter((file) => !file.endsWith('.test.ts'))
  expect(files.map((file) => file.replace('.ts', '')).toSorted()).toEqual(decided.toSorted())
  for (const file of files) expect(read(`steps/${file}`)).not.toMatch(/from '\.\/|from '\.\.\/steps/)
})
