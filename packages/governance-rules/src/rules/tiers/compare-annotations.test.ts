import { expect, test } from 'vitest'
import { compareAnnotations, readIdempotency } from './compare-annotations.ts'
import type { AnnotationHints } from './compare-annotations.ts'

test.each<[string, { name: string; tier: number; idempotent?: boolean }, AnnotationHints, string[]]>([
  ['reading only at Tier 2', { name: 'save_note', tier: 2 }, { readOnlyHint: true }, ['readOnlyHint']],
  ['changing at Tier 0', { name: 'search', tier: 0 }, { readOnlyHint: false }, ['readOnlyHint']],
  ['destroying at Tier 1', { name: 'trim', tier: 1 }, { destructiveHint: true }, ['destructiveHint']],
  ['deleting without destroying', { name: 'delete_note', tier: 3 }, { destructiveHint: false }, ['destructiveHint']],
  ['another idempotency', { name: 'save_note', tier: 2, idempotent: false }, { idempotentHint: true }, ['idempotentHint']],
  ['an honest read', { name: 'search', tier: 0 }, { readOnlyHint: true, destructiveHint: true, idempotentHint: true }, []],
  [
    'an honest deletion',
    { name: 'delete_note', tier: 3, idempotent: true },
    { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
    []
  ],
  ['nothing said', { name: 'delete_note', tier: 3, idempotent: true }, {}, []]
])('%s', (_about, tool, hints, expected) => {
  expect(compareAnnotations(tool, hints).map(({ hint }) => hint)).toEqual(expected)
})

test.each([
  ['Idempotent', true],
  ['Yes', true],
  ['Not idempotent', false],
  ['No', false],
  ['non-idempotent', false],
  ['It depends', null]
] as const)('"%s" is %s', (text, expected) => {
  expect(readIdempotency(text)).toBe(expected)
})
