import { expect, it } from 'vitest'
import { parseJson } from './parse-json.ts'
import { resolvePointer } from './resolve-pointer.ts'

const root = parseJson('{"a":[{"b":null},2],"":{"":3},"m~n":4,"x/y":5,"~1":6,"__proto__":{"z":7},"01":8}')

it.each([
  ['', root],
  ['/a/0/b', null],
  ['/a/1', 2],
  ['//', 3],
  ['/m~0n', 4],
  ['/x~1y', 5],
  ['/~01', 6],
  ['/__proto__/z', 7],
  ['/01', 8]
])('%j leads to its value', (pointer, value) => expect(resolvePointer(root, pointer)).toEqual(value))

it.each(['/b', '/a/2', '/a/-', '/a/01', '/a/1/c', '/a/length', '/toString', '/constructor/name', 'a', '#/a', '/a/0/b/c'])(
  '%j leads nowhere',
  (pointer) => expect(resolvePointer(root, pointer)).toBeUndefined()
)
