import { expectThrownCode } from '@b10x/testkit'
import { describe, expect, it } from 'vitest'
import { readSnapshotVector, readTable } from '../__fixtures__/format-vectors.ts'
import { listingOf, snapshotOf, toolNamed } from '../__fixtures__/snapshots.ts'
import { BOUND_CEILINGS } from '../bounds/default-bounds.ts'
import type { JsonValue } from '../json/json-value.ts'
import { parseJson } from '../json/parse-json.ts'
import { freezeSnapshot } from './freeze-snapshot.ts'
import { parseSnapshot } from './parse-snapshot.ts'
import { serializeSnapshot } from './serialize-snapshot.ts'

const refusalOf = (source: string | Uint8Array): unknown => expectThrownCode(() => parseSnapshot(source), 'snapshot_invalid').details

describe('an edited file is refused', () => {
  it.each(readTable('invalid-files.json').cases)('by the public vector: $title', ({ file, replace, by, code, details }) => {
    const text = readSnapshotVector(file)
    expect(text.split(replace)).toHaveLength(2)
    expect(expectThrownCode(() => parseSnapshot(text.replace(replace, () => by)), code).details).toEqual(details)
  })

  it('whichever single character of a descriptor or a digest was edited', () => {
    const text = readSnapshotVector('snapshot-minimal.json')
    const start = text.lastIndexOf('"tools"')
    for (let at = start; at < text.length; at += 1) {
      const character = text.charAt(at)
      if (!/[a-zA-Z0-9.]/.test(character) || isStatus(text, at)) continue
      const edited = `${text.slice(0, at)}${character === 'x' ? 'y' : 'x'}${text.slice(at + 1)}`
      expect(() => parseSnapshot(edited)).toThrow(expect.objectContaining({ code: expect.stringMatching(/^snapshot_(invalid|digest_mismatch)$/) }))
    }
  })

  it('also when it was written anew with digests of the first tool for the second', () => {
    const [first, second] = snapshotOf([toolNamed('a'), toolNamed('b')]).tools
    const text = serializeSnapshot(snapshotOf([toolNamed('a'), toolNamed('b')]))
    const swapped = text.replace(second?.digest ?? '', first?.digest ?? '')
    expect(expectThrownCode(() => parseSnapshot(swapped), 'snapshot_digest_mismatch').details).toEqual({ tool: 'b' })
  })
})

/** The status is evidence and may be edited: it is judged anew. */
function isStatus(text: string, at: number): boolean {
  const line = text.slice(text.lastIndexOf('\n', at) + 1, at)
  return /"status": "/.test(line)
}

describe('what is evidence', () => {
  const text = readSnapshotVector('snapshot-unusual.json')

  it.each([
    ['the label', '"authorization": "reviewer token"', '"authorization": "another"'],
    ['the program', '"program": "/usr/bin/npx"', '"program": "/bin/npx"'],
    ['the package', ',\n      "version": "2.1.0"\n    }', ',\n      "version": "3.0.0"\n    }'],
    ['the instructions', '"instructions": "Be careful.\\nAsk first."', '"instructions": {"any": [null]}'],
    ['the capabilities', '"listChanged": true', '"listChanged": false']
  ])('can be edited without a mismatch: %s', (_title, replace, by) => {
    expect(text).toContain(replace)
    expect(parseSnapshot(text.replace(replace, () => by)).digest).toBe(parseSnapshot(text).digest)
  })

  it('is never a status: a reader judges for itself', () => {
    const edited = text.replace('"status": "title_invalid"', '"status": "usable"').replace('"status": "name_empty"', '"status": "fine_by_me"')
    expect(edited).not.toBe(text)
    expect(parseSnapshot(edited)).toEqual(parseSnapshot(text))
  })
})

describe('what a reader accepts', () => {
  it('any order of members, white space and escapes', () => {
    const text = readSnapshotVector('snapshot-minimal.json')
    const root = JSON.parse(text) as Record<string, JsonValue>
    const reordered = JSON.stringify(Object.fromEntries(Object.entries(root).reverse())).replaceAll('add', '\\u0061dd')
    expect(parseSnapshot(reordered)).toEqual(parseSnapshot(text))
  })

  it('a descriptor of 500 levels', () => {
    const deep = parseJson(`${'['.repeat(499)}${']'.repeat(499)}`, 512)
    const snapshot = freezeSnapshot(listingOf([toolNamed('t', { deep })]), BOUND_CEILINGS)
    expect(parseSnapshot(serializeSnapshot(snapshot))).toEqual(snapshot)
  })

  it('tools over the default bounds, up to the ceilings', () => {
    const descriptors = Array.from({ length: 1_500 }, (_, index) => toolNamed(`t${index}`))
    const large = toolNamed('large', { description: 'x'.repeat(100_000) })
    const snapshot = freezeSnapshot(listingOf([...descriptors, large]), BOUND_CEILINGS)
    expect(parseSnapshot(serializeSnapshot(snapshot))).toEqual(snapshot)
  })

  it('a schema that is too large, which it says by its own bound', () => {
    const properties = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`p${index}`, {}]))
    const text = serializeSnapshot(snapshotOf([toolNamed('t', { inputSchema: { type: 'object', properties } })]))
    expect(parseSnapshot(text).tools[0]?.status).toBe('usable')
    expect(parseSnapshot(text, { maxSchemaNodes: 50 }).tools[0]?.status).toBe('schema_too_large')
    expect(parseSnapshot(text, { maxSchemaNodes: 51 }).tools[0]?.status).toBe('usable')
  })
})

describe('what a reader refuses', () => {
  it('a member too many or too few in the endpoint of HTTP+SSE, which has an address and no more', () => {
    const text = readSnapshotVector('snapshot-minimal.json')
    const overSse = text.replace('"streamable-http"', '"sse"')
    expect(parseSnapshot(overSse)).toEqual({ ...parseSnapshot(text), endpoint: { transport: 'sse', url: 'https://tools.example/mcp' } })
    expect(serializeSnapshot(parseSnapshot(overSse))).toBe(overSse)
    const edited = (by: string): unknown => refusalOf(overSse.replace('"transport": "sse"', by))
    expect(edited('"transport": "sse", "program": "/x"')).toEqual({ pointer: '/endpoint/program', reason: 'unknown_member' })
    expect(edited('"transport": "SSE"')).toEqual({ pointer: '/endpoint/transport', reason: 'unknown_value' })
    expect(refusalOf(overSse.replace('"url"', '"URL"'))).toEqual({ pointer: '/endpoint/URL', reason: 'unknown_member' })
  })

  it('bytes that are not UTF-8', () => {
    const bytes = Buffer.from(readSnapshotVector('snapshot-minimal.json'))
    bytes[bytes.indexOf('Adds')] = 0xff
    expect(refusalOf(bytes)).toEqual({ pointer: '', reason: 'not_utf8' })
  })

  it('a byte order mark', () => {
    const bytes = Buffer.concat([Buffer.of(0xef, 0xbb, 0xbf), Buffer.from(readSnapshotVector('snapshot-minimal.json'))])
    expect(refusalOf(bytes)).toEqual({ pointer: '', reason: 'byte_order_mark' })
  })

  it.each([
    ['nothing', '', 'syntax'],
    ['null', 'null', 'not_an_object'],
    ['HTML', '<html>', 'syntax'],
    ['endless nesting', '['.repeat(1_000_000), 'too_deep']
  ])('%s', (_title, text, reason) => expect(refusalOf(text)).toEqual({ pointer: '', reason }))

  it('more tools, or larger ones, than the ceilings', () => {
    const entry = (name: string, description: string): string =>
      `{"name":"${name}","digest":"sha256:${'0'.repeat(64)}","status":"usable","descriptor":{"name":"${name}","description":"${description}"}}`
    const withTools = (tools: readonly string[]): string =>
      readSnapshotVector('snapshot-empty.json').replace('"tools": []', () => `"tools": [${tools.join(',')}]`)
    const many = Array.from({ length: 10_001 }, (_, index) => entry(String(10_000 + index), ''))
    expect(refusalOf(withTools(many))).toEqual({ pointer: '/tools', reason: 'too_large' })
    expect(refusalOf(withTools([entry('t', 'x'.repeat(1 << 20))]))).toEqual({ pointer: '/tools', reason: 'too_large' })
  })

  it('a number that was not written by the letter of the format', () => {
    const text = readSnapshotVector('snapshot-unusual.json')
    // The same value in another spelling is the same descriptor; a rounded one is not.
    expect(parseSnapshot(text.replace('18446744073709551615', '18446744073709551615.0'))).toEqual(parseSnapshot(text))
    const rounded = text.replace('18446744073709551615', String(Number('18446744073709551615')))
    expect(expectThrownCode(() => parseSnapshot(rounded), 'snapshot_digest_mismatch').details).toEqual({ tool: 'z' })
  })
})
