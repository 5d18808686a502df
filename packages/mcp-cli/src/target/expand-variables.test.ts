import { expectThrownCode } from '@b10x/testkit'
import { expect, test } from 'vitest'
import { createVariables } from './expand-variables.ts'

const ENV = { A: 'a', EMPTY: '', NESTED: '${A}' }

test.each([
  ['${A}', 'a'],
  ['x${A}y${env:A}z', 'xayaz'],
  ['${EMPTY}', ''],
  ['${EMPTY:-default}', 'default'],
  ['${MISSING:-default}', 'default'],
  ['${MISSING:-}', ''],
  ['${MISSING:-a:-b}', 'a:-b'],
  ['${A:-default}', 'a'],
  ['${NESTED}', '${A}'],
  ['$A $ {A} $$', '$A $ {A} $$'],
  ['${fixed}', '/folder']
])('%s is %j', (text, expanded) => {
  const variables = createVariables(ENV, { fixed: new Map([['fixed', '/folder']]) })
  expect(variables.expand(text)).toBe(expanded)
  variables.requireAll()
})

test.each(['MISSING', 'input:MISSING', '', 'A B', 'toString', '__proto__'])('${%s} is missing', (name) => {
  const variables = createVariables(ENV)
  expect(variables.expand(`\${${name}}`)).toBe(`\${${name}}`)
  const { details } = expectThrownCode(() => variables.requireAll(), 'variable_missing')
  expect(details).toEqual({ names: [name] })
})

test('VS Code spelling of a missing variable is reported under its name', () => {
  const variables = createVariables(ENV)
  variables.expand('${env:MISSING}${MISSING}')
  const { details } = expectThrownCode(() => variables.requireAll(), 'variable_missing')
  expect(details).toEqual({ names: ['MISSING'] })
})

test('bare names are variables where the file says so', () => {
  const variables = createVariables(ENV, { bareVariables: true })
  expect(variables.expand('$A-${A}-$A/x $ $1 ${MISSING:-d}')).toBe('a-a-a/x $ $1 d')
  expect(variables.expand('$MISSING')).toBe('$MISSING')
  const { details } = expectThrownCode(() => variables.requireAll(), 'variable_missing')
  expect(details).toEqual({ names: ['MISSING'] })
})
