import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readTable } from '../__fixtures__/format-vectors.ts'
import { strings } from '../__fixtures__/json-arbitraries.ts'
import { canonicalize } from '../json/canonicalize.ts'
import { parseJson } from '../json/parse-json.ts'
import { compareTools, digestSnapshot, digestTool } from './digests.ts'
import type { DigestedTool } from './digests.ts'

const digests = fc.nat(3).map((seed) => digestTool(String(seed)))

describe('a tool digest', () => {
  it.each(readTable('tool-digests.json').cases)('by the public vector: $title', ({ descriptor, digest }) => {
    expect(digestTool(canonicalize(parseJson(descriptor)))).toBe(digest)
  })

  it('is the hash of its tag, NUL and the canonical form', () => {
    const form = '{"name":"\u00e9"}'
    const hash = createHash('sha256').update(Buffer.concat([Buffer.from('b10x.tool.v1'), Buffer.of(0), Buffer.from(form)]))
    expect(digestTool(form)).toBe(`sha256:${hash.digest('hex')}`)
  })
})

describe('a snapshot digest', () => {
  const { cases } = readTable('snapshot-digests.json')

  it.each(cases)('by the public vector: $title', ({ protocolVersion, tools, digest }) => {
    expect(digestSnapshot(protocolVersion, tools)).toBe(digest)
  })

  it('is different in every vector', () => {
    expect(new Set(cases.map(({ digest }) => digest)).size).toBe(cases.length)
  })

  it('is the hash of these bytes', () => {
    const tools: DigestedTool[] = [
      { name: 'a"', digest: `sha256:${'11'.repeat(32)}` },
      { name: null, digest: `sha256:${'22'.repeat(32)}` }
    ]
    const bytes = Buffer.concat([
      Buffer.from('b10x.tool-snapshot.v1\u00002026-07-28\u0000'),
      Buffer.from('00000003', 'hex'),
      Buffer.from('a\\"'),
      Buffer.alloc(32, 0x11),
      Buffer.from('ffffffff', 'hex'),
      Buffer.alloc(32, 0x22)
    ])
    expect(digestSnapshot('2026-07-28', tools)).toBe(`sha256:${createHash('sha256').update(bytes).digest('hex')}`)
  })

  it('is the same for two lists only when they are the same list', () => {
    const lists = fc.array(fc.record({ name: fc.option(fc.oneof(strings, fc.constantFrom('a', 'aa', '')), { freq: 3 }), digest: digests }), { maxLength: 3 })
    fc.assert(
      fc.property(lists, lists, (a, b) => {
        const same = JSON.stringify(a) === JSON.stringify(b)
        expect(digestSnapshot('2026-07-28', a) === digestSnapshot('2026-07-28', b)).toBe(same)
      }),
      { numRuns: 1_000 }
    )
  })
})

describe('the order of tools', () => {
  it.each(readTable('snapshot-digests.json').cases)('by the public vector: $title', ({ tools }) => {
    expect([...tools].reverse().sort(compareTools)).toEqual(tools)
  })

  it('follows UTF-8 bytes, not UTF-16 code units', () => {
    const digest = digestTool('0')
    const names = ['\u{1f600}', '\ufffd', 'z', '']
    expect(names.map((name) => ({ name, digest })).sort(compareTools).map(({ name }) => name)).toEqual(['', 'z', '\ufffd', '\u{1f600}'])
    expect([...names].sort()).toEqual(['', 'z', '\u{1f600}', '\ufffd'])
  })

  it('is total: whatever the order before, the order after is the same', () => {
    const tools = fc.uniqueArray(fc.record({ name: fc.option(strings), digest: digests }), {
      selector: ({ name, digest }) => name ?? `\u0000${digest}`
    })
    fc.assert(
      fc.property(tools.chain((list) => fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length }))), ([list, shuffled]) => {
        expect(shuffled.sort(compareTools)).toEqual(list.sort(compareTools))
      })
    )
  })
})
