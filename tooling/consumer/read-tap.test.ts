import { expect, test } from 'vitest'
import { readTap } from './read-tap.ts'

test('reads the counts at the end', () => {
  const text = 'TAP version 13\nok 1 - a\n# tests 6\n# pass 1\n# fail 2\n# cancelled 1\n# skipped 1\n# todo 1\n'
  expect(readTap(text)).toEqual({ passed: 1, failed: 3, skipped: 2 })
})

test('a run that ended without counts failed', () => {
  expect(readTap('TAP version 13\nok 1 - a\n')).toEqual({ passed: 0, failed: 1, skipped: 0 })
})
