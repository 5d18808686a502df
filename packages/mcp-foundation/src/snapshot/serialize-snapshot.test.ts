import { expect, it, vi } from 'vitest'
import fc from 'fast-check'
import { SNAPSHOT_VECTORS, readSnapshotVector } from '../__fixtures__/format-vectors.ts'
import { listings, snapshotOf, toolNamed } from '../__fixtures__/snapshots.ts'
import { DEFAULT_BOUNDS } from '../bounds/default-bounds.ts'
import { canonicalize } from '../json/canonicalize.ts'
import type { JsonValue } from '../json/json-value.ts'
import { parseJson } from '../json/parse-json.ts'
import { findFindings } from './find-findings.ts'
import { freezeSnapshot } from './freeze-snapshot.ts'
import { parseSnapshot } from './parse-snapshot.ts'
import { serializeSnapshot } from './serialize-snapshot.ts'

// Thousands of random values take their time on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

it.each(SNAPSHOT_VECTORS)('a valid file of ours comes out as it went in, byte by byte: %s', (file) => {
  const text = readSnapshotVector(file)
  expect(serializeSnapshot(parseSnapshot(text))).toBe(text)
  expect(serializeSnapshot(parseSnapshot(Buffer.from(text)))).toBe(text)
})

it('what was frozen is what is read back from the file, whatever the server sent', () => {
  fc.assert(
    fc.property(listings, (listing) => {
      const snapshot = freezeSnapshot(listing, DEFAULT_BOUNDS)
      const text = serializeSnapshot(snapshot)
      const read = parseSnapshot(text)
      expect(canonicalize(read as unknown as JsonValue)).toBe(canonicalize(snapshot as unknown as JsonValue))
      expect(findFindings(read)).toEqual(findFindings(snapshot))
      expect(serializeSnapshot(read)).toBe(text)
      expect(serializeSnapshot(snapshot)).toBe(text)
    }),
    { numRuns: 150 }
  )
})

it('the file is plain JSON in the order of the format, ends in a line feed, and shows every line of change', () => {
  const text = serializeSnapshot(snapshotOf([toolNamed('b'), toolNamed('a')]))
  expect(Object.keys(parseJson(text) as object)).toEqual([
    'format', 'era', 'protocolVersion', 'endpoint', 'authorization', 'server', 'capabilities', 'instructions', 'tools', 'digest'
  ])
  expect(text).toMatch(/\}\n$/)
  expect(text).not.toMatch(/\r|[ \t]$/m)
  const lines = text.split('\n')
  const changed = serializeSnapshot(snapshotOf([toolNamed('b', { description: 'new' }), toolNamed('a')])).split('\n')
  // One line more, and the digests of the tool and of the list.
  expect(changed.filter((line) => !lines.includes(line))).toHaveLength(3)
})

it('the file shows a lone surrogate and an exact number as they are digested', () => {
  const text = serializeSnapshot(snapshotOf([toolNamed('t', { description: '\ud83d', 'x-limit': parseJson('1E+400') })]))
  expect(text).toContain('"description": "\\ud83d"')
  expect(text).toContain('"x-limit": 1e+400')
})
