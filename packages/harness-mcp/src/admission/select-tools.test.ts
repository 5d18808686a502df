import { expectThrownCode } from '@b10x/testkit'
import { expect, it } from 'vitest'
import { compileSelection } from './select-tools.ts'
import type { ToolSelection } from './select-tools.ts'

const NAMES = ['get_issue', 'list_issues', 'delete_issue', 'get_deleted']

it.each<[ToolSelection, readonly string[]]>([
  [{}, ['selected', 'selected', 'selected', 'selected']],
  [{ allowTools: undefined, denyTools: undefined }, ['selected', 'selected', 'selected', 'selected']],
  [{ allowTools: [] }, ['not_allowed', 'not_allowed', 'not_allowed', 'not_allowed']],
  [{ allowTools: ['get_*', 'list_issues'] }, ['selected', 'selected', 'not_allowed', 'selected']],
  [{ denyTools: ['*delete*'] }, ['selected', 'selected', 'denied', 'denied']],
  [{ allowTools: ['get_*'], denyTools: ['*delete*'] }, ['selected', 'not_allowed', 'denied', 'denied']],
  [{ allowTools: ['delete_issue'], denyTools: ['delete_issue'] }, ['not_allowed', 'not_allowed', 'denied', 'not_allowed']],
  [{ denyTools: [] }, ['selected', 'selected', 'selected', 'selected']]
])('%o', (selection, expected) => {
  expect(NAMES.map(compileSelection(selection))).toEqual(expected)
})

it.each([
  ['allowTools', 'get_*'],
  ['allowTools', ['']],
  ['denyTools', [1]],
  ['denyTools', { 0: 'x' }],
  ['denyTools', null]
])('%s of %o is refused: it would admit or hide what nobody meant', (option, value) => {
  const selection = { [option]: value } as unknown as ToolSelection
  expect(expectThrownCode(() => compileSelection(selection), 'option_invalid').details).toMatchObject({ option })
})
