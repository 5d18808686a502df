import { expect, test } from 'vitest'
import { OPTIONS, VERBS } from '../arguments/option-table.ts'
import { helpText } from './help-text.ts'

test.each([null, ...VERBS])('help %s fits 80 columns', (topic) => {
  expect(helpText(topic).split('\n').filter((line) => line.length > 80)).toEqual([])
})

test('every option has a line', () => {
  const all = [null, ...VERBS].map(helpText).join('\n')
  for (const name of Object.keys(OPTIONS)) expect(all).toContain(`--${name}`)
})
