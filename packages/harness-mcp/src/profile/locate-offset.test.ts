import fc from 'fast-check'
import { expect, test } from 'vitest'
import { locateOffset } from './locate-offset.ts'

const MARK = '"-- here --"'
type Value = string | number | null | readonly Value[] | { readonly [name: string]: Value }

test('finds the place of every value, whatever stands around it', () => {
  const leaf = fc.oneof(fc.string(), fc.constantFrom('"', '\\', '}],', 'a/b~c'), fc.integer(), fc.constant(null))
  const { value } = fc.letrec<{ value: Value }>((tie) => ({
    value: fc.oneof({ maxDepth: 4 }, leaf, fc.array(tie('value'), { maxLength: 4 }), fc.dictionary(fc.oneof(fc.string(), fc.constantFrom('a/b', '~', '"', '\\"', '__proto__')), tie('value'), { maxKeys: 4 }))
  }))
  fc.assert(
    fc.property(value, fc.nat(), fc.constantFrom(0, 2), (document, choice, indent) => {
      const places = placesOf(document, '')
      const place = places[choice % places.length] ?? { pointer: '', replace: (mark: string) => mark as Value }
      const text = JSON.stringify(place.replace('-- here --'), null, indent)
      // The same text may stand elsewhere only where it was put: strings of the generator are not that long word.
      expect(locateOffset(text, text.indexOf(MARK))).toBe(place.pointer)
    }),
    { numRuns: 1_000 }
  )
})

test.each([
  ['{"a":1,"a":', '/a'],
  ['[1,[2,{"x":', '/1/1/x'],
  ['{"a":{"b":1},"c', '' ],
  ['{"a', ''],
  ['', '']
])('%s leads to %j', (text, pointer) => {
  expect(locateOffset(text, text.length)).toBe(pointer)
})

interface PlaceOf {
  readonly pointer: string
  readonly replace: (mark: string) => Value
}

function placesOf(value: Value, pointer: string): readonly PlaceOf[] {
  const own: PlaceOf = { pointer, replace: (mark) => mark }
  if (typeof value !== 'object' || value === null) return [own]
  const below = Object.keys(value).flatMap((name) => {
    const inner = (value as Readonly<Record<string, Value>>)[name] ?? null
    return placesOf(inner, `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`).map(({ pointer: at, replace }) => ({
      pointer: at,
      replace: (mark: string) => withMember(value, name, replace(mark))
    }))
  })
  return [own, ...below]
}

function withMember(value: Exclude<Value, string | number | null>, name: string, member: Value): Value {
  if (Array.isArray(value)) return (value as readonly Value[]).map((item, index) => (String(index) === name ? member : item))
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, key === name ? member : (inner as Value)]))
}
