import { expect, test } from 'vitest'
import { OPTIONS } from '../arguments/option-table.ts'
import { helpText } from './help-text.ts'

const TOPICS = [null, 'list', 'inspect', 'call', 'snapshot', 'verify', 'diff', 'accept', 'doctor', 'auth', 'import', 'demo'] as const

test.each(TOPICS)('help %s fits 80 columns', (topic) => {
  const tooWide = helpText(topic).split('\n').filter((line) => line.length > 80)
  expect(tooWide).toEqual([])
})

test('every option has a line', () => {
  const all = TOPICS.map(helpText).join('\n')
  for (const name of Object.keys(OPTIONS)) expect(all).toContain(`--${name}`)
})

test('a verb is not offered an option that it refuses', () => {
  expect(helpText('verify')).not.toContain('--protocol')
  expect(helpText('list')).toContain('--protocol')
  expect(helpText('demo')).not.toContain('TARGET')
  expect(helpText('import')).not.toContain('--config')
  expect(helpText('auth')).not.toContain('--bearer-env')
  expect(helpText('list')).toContain('--no-auth')
})
