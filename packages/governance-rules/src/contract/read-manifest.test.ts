import fc from 'fast-check'
import { expect, test } from 'vitest'
import { textsOfFolder } from '../__fixtures__/files-of.ts'
import { readManifest } from './read-manifest.ts'

const FILE = 'harness.manifest.yaml'
const kinds = (text: string): string[] => readManifest(text, FILE).faults.map(f => `${f.kind} ${f.subject} ${f.at.line}:${f.at.column}`)

test('reads an honest manifest without a fault', () => {
  const manifest = readManifest(textsOfFolder()[FILE] ?? '', FILE)
  expect(manifest.faults).toEqual([])
  expect(manifest.project.id).toEqual({ value: 'note-shelf', at: { file: FILE, line: 3, column: 7 } })
  expect(manifest.modules.architectures.map(id => id.value)).toEqual(['mcp-server'])
})

test('takes the prose spelling of a module for the same module', () => {
  const text = 'schemaVersion: 1\nproject:\n  id: a\nmodules:\n  architectures: [architectures/mcp-server]\n'
  expect(readManifest(text, FILE).modules.architectures.map(id => id.value)).toEqual(['mcp-server'])
})

test('reports unknown members at the top and under modules only', () => {
  const text = 'schemaVersion: 1\nextra: 1\nproject:\n  id: a\n  other: b\nmodules:\n  wrong: []\n'
  expect(kinds(text)).toEqual(['unknown_member extra 2:1', 'unknown_member modules.wrong 7:3'])
})

test.each(['[[PROJECT_ID]]', '"[[PROJECT_ID]]"'])('reports the blank %s as a blank and as nothing else', blank => {
  expect(kinds(`\uFEFFschemaVersion: 1\r\nproject:\r\n  id: ${blank}\r\n`)).toEqual(['placeholder project.id 3:7'])
})

test('any text gives a manifest whose faults stand inside it', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: fc.constantFrom(...'ab:- \n[]{}"\'&*!#|>?\r\t') })), text => {
      const count = text.split('\n').length
      for (const { at } of readManifest(text, FILE).faults) expect(at.line >= 1 && at.line <= count && at.column >= 1).toBe(true)
    })
  )
})
