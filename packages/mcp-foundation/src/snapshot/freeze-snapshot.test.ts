import { expectThrownCode } from '@b10x/testkit'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { descriptorLists, descriptor, listingOf, snapshotOf, toolNamed } from '../__fixtures__/snapshots.ts'
import { DEFAULT_BOUNDS } from '../bounds/default-bounds.ts'
import { canonicalize } from '../json/canonicalize.ts'
import type { JsonValue } from '../json/json-value.ts'
import { freezeSnapshot } from './freeze-snapshot.ts'
import { serializeSnapshot } from './serialize-snapshot.ts'
import type { SnapshotTool } from './tool-snapshot.ts'

const brief = (tools: readonly SnapshotTool[]): unknown => tools.map(({ name, status }) => [name, status])

describe('a frozen listing', () => {
  it('keeps one bad tool apart from the good ones (F10)', () => {
    const good = Array.from({ length: 20 }, (_, index) => toolNamed(`tool-${String(index).padStart(2, '0')}`))
    const bad = [
      descriptor('{"name":"dangling","inputSchema":{"type":"object","properties":{"a":{"$ref":"#/$defs/nowhere"}}}}'),
      descriptor('{"name":"titled","title":null,"inputSchema":{"type":"object"}}'),
      descriptor('{"name":"","inputSchema":{"type":"object"}}')
    ]
    const { tools } = snapshotOf([...good.slice(0, 7), ...bad, ...good.slice(7)])
    expect(tools.filter(({ status }) => status === 'usable').map(({ descriptor: kept }) => kept)).toEqual(good)
    expect(brief(tools.filter(({ status }) => status !== 'usable'))).toEqual([
      ['', 'name_empty'],
      ['dangling', 'schema_reference_unresolved'],
      ['titled', 'title_invalid']
    ])
  })

  it('keeps nameless tools, also equal ones, behind the others', () => {
    const { tools } = snapshotOf([null, toolNamed('b'), descriptor('{"title":"x"}'), null, toolNamed('a')])
    expect(tools.map(({ name }) => name)).toEqual(['a', 'b', null, null, null])
    expect(tools.filter(({ descriptor: kept }) => kept === null)).toHaveLength(2)
  })

  it('is the same file whatever the order in which the tools came', () => {
    const lists = descriptorLists.chain((list) =>
      fc.tuple(fc.constant(list), fc.shuffledSubarray([...list], { minLength: list.length }))
    )
    fc.assert(
      fc.property(lists, ([list, shuffled]) => {
        expect(serializeSnapshot(snapshotOf(shuffled))).toBe(serializeSnapshot(snapshotOf(list)))
      })
    )
  })

  it('does not depend on the order of members or the spelling of numbers', () => {
    const a = snapshotOf([descriptor('{"name":"t","inputSchema":{"type":"object","minProperties":1}}')])
    const b = snapshotOf([descriptor('{ "inputSchema":{"minProperties":1.0,"type":"\\u006fbject"}, "name":"t" }')])
    expect(serializeSnapshot(b)).toBe(serializeSnapshot(a))
  })

  it('has a digest over the revision and the tools, and over no evidence', () => {
    const tools = [toolNamed('t')]
    const { digest } = snapshotOf(tools)
    const part = { authorization: 'other', server: { name: 'x' }, capabilities: { tools: { listChanged: true } }, instructions: 'new' }
    const endpoint = { transport: 'stdio', command: ['x'], program: '/x' } as const
    expect(snapshotOf(tools, { ...part, endpoint }).digest).toBe(digest)
    expect(snapshotOf(tools, { protocolVersion: '2025-11-25', era: 'legacy' }).digest).not.toBe(digest)
    expect(snapshotOf([toolNamed('t'), toolNamed('u')]).digest).not.toBe(digest)
    expect(snapshotOf([]).digest).not.toBe(digest)
  })

  it('cannot be changed, down to the last member', () => {
    const snapshot = snapshotOf([descriptor('{"name":"t","inputSchema":{"type":"object","enum":[[{"a":1e400}]]},"__proto__":{"x":[]}}')])
    const open: unknown[] = []
    const look = (value: unknown): void => {
      if (typeof value !== 'object' || value === null) return
      if (!Object.isFrozen(value)) open.push(value)
      for (const name of Object.keys(value)) look((value as Record<string, unknown>)[name])
    }
    look(snapshot)
    expect(open).toEqual([])
  })
})

describe('a listing is refused', () => {
  it.each<[string, readonly JsonValue[], { first: number; second: number }]>([
    ['next to each other', [toolNamed('t'), toolNamed('t')], { first: 0, second: 1 }],
    ['far apart, with other content', [toolNamed('a'), toolNamed('t'), null, toolNamed('b'), descriptor('{"name":"t"}')], { first: 1, second: 4 }],
    ['with an empty name', [descriptor('{"name":""}'), descriptor('{"name":"","title":"x"}')], { first: 0, second: 1 }],
    ['with a special name', [toolNamed('__proto__'), toolNamed('__proto__')], { first: 0, second: 1 }],
    ['with a lone surrogate', [toolNamed('\ud800'), toolNamed('\ud800')], { first: 0, second: 1 }]
  ])('when two tools have one name: %s (F4)', (_title, descriptors, details) => {
    expect(expectThrownCode(() => snapshotOf(descriptors), 'tool_name_duplicate').details).toEqual(details)
  })

  it('but not when names only look alike', () => {
    const names = ['t', 'T', ' t', 't\u200b', '\u0442', '\u00e9', 'e\u0301', '\ud800', '\\ud800']
    expect(snapshotOf(names.map((name) => toolNamed(name))).tools).toHaveLength(names.length)
  })

  it.each(['maxTools', 'maxDescriptorBytes', 'maxSnapshotBytes'] as const)('over %s, by its exact value', (bound) => {
    const descriptors = [toolNamed('a'), toolNamed('b\u20ac')]
    const sizes = descriptors.map((tool) => Buffer.byteLength(canonicalize(tool)))
    const seen = { maxTools: 2, maxDescriptorBytes: Math.max(...sizes), maxSnapshotBytes: sizes.reduce((sum, size) => sum + size, 0) }[bound]
    const freeze = (limit: number): unknown => freezeSnapshot(listingOf(descriptors), { ...DEFAULT_BOUNDS, [bound]: limit })
    expect(freeze(seen)).toMatchObject({ tools: [{ name: 'a' }, { name: 'b\u20ac' }] })
    const { details } = expectThrownCode(() => freeze(seen - 1), 'bound_exceeded')
    expect(details).toEqual({ bound, limit: seen - 1, seen })
  })
})
