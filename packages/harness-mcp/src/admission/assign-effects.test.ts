import { expectThrownCode } from '@b10x/testkit'
import { expect, it } from 'vitest'
import { compileEffects } from './assign-effects.ts'
import type { LocalEffects } from './assign-effects.ts'

it('says nothing of a tool that nobody named', () => {
  expect(compileEffects({})('t')).toBeUndefined()
  expect(compileEffects({ effects: { 'get_*': 'read' } })('set_x')).toBeUndefined()
})

it('names by glob, by exact name, and all the others at once', () => {
  const effectOf = compileEffects({ effect: 'execute', effects: { 'get_*': 'read', set_x: 'write' } })
  expect(['get_x', 'set_x', 'run'].map(effectOf)).toEqual(['read', 'write', 'execute'])
})

it('takes patterns that agree', () => {
  expect(compileEffects({ effects: { 'get_*': 'read', '*_x': 'read' } })('get_x')).toBe('read')
})

it.each(['get_x', 'getx'])('refuses patterns that disagree on a tool, the exact name included: %s', (name) => {
  const effectOf = compileEffects({ effects: { 'get*': 'read', get_x: 'write', '*tx': 'execute' } })
  expect(expectThrownCode(() => effectOf(name), 'option_invalid').details).toMatchObject({ option: 'effects' })
  expect(effectOf('get_y')).toBe('read')
})

it.each([
  ['effect', { effect: 'Read' }],
  ['effect', { effect: '' }],
  ['effects', { effects: { x: 'safe' } }],
  ['effects', { effects: { x: undefined } }],
  ['effects', { effects: { '': 'read' } }],
  ['effects', { effects: ['read'] }],
  ['effects', { effects: null }]
])('%s: %o is refused', (option, effects) => {
  expect(expectThrownCode(() => compileEffects(effects as unknown as LocalEffects), 'option_invalid').details).toMatchObject({ option })
})

it('an effect is looked up by its own name only', () => {
  expectThrownCode(() => compileEffects({ effect: 'toString' as 'read' }), 'option_invalid')
  expect(compileEffects({ effects: { ['__proto__']: 'read' } })('__proto__')).toBe('read')
})
