import type { BoundName, Bounds } from '@b10x/ports'
import { expectThrownCode } from '@b10x/testkit'
import { describe, expect, it } from 'vitest'
import { BOUND_CEILINGS, DEFAULT_BOUNDS } from './default-bounds.ts'
import { resolveBounds } from './resolve-bounds.ts'

const NAMES = Object.keys(DEFAULT_BOUNDS) as BoundName[]

describe('the defaults', () => {
  it('are these', () => {
    expect(DEFAULT_BOUNDS).toEqual({
      maxMessageBytes: 4_194_304,
      maxResultBytes: 1_048_576,
      maxArgumentBytes: 65_536,
      maxTools: 1_024,
      maxPages: 128,
      maxDescriptorBytes: 65_536,
      maxSnapshotBytes: 16_777_216,
      maxStderrBytes: 65_536,
      connectDeadlineMs: 30_000,
      callDeadlineMs: 60_000,
      maxSseEvents: 10_000,
      maxSseEventBytes: 4_194_304,
      maxInflight: 64,
      maxJsonDepth: 64,
      maxSchemaNodes: 10_000,
      maxSchemaSteps: 5_000_000,
      maxBannerLines: 32
    })
  })

  it('have a ceiling each, at or above them', () => {
    expect(Object.keys(BOUND_CEILINGS).sort()).toEqual([...NAMES].sort())
    expect(NAMES.filter((name) => BOUND_CEILINGS[name] < DEFAULT_BOUNDS[name])).toEqual([])
    expect(BOUND_CEILINGS).toMatchObject({
      maxMessageBytes: 64 << 20,
      maxResultBytes: 32 << 20,
      maxTools: 10_000,
      connectDeadlineMs: 900_000,
      callDeadlineMs: 900_000
    })
  })

  it('hold when nothing is asked for, also as undefined', () => {
    expect(resolveBounds()).toEqual(DEFAULT_BOUNDS)
    expect(resolveBounds({ maxTools: undefined } as unknown as Partial<Bounds>)).toEqual(DEFAULT_BOUNDS)
  })

  it('cannot be changed by anybody', () => {
    for (const bounds of [DEFAULT_BOUNDS, BOUND_CEILINGS, resolveBounds({ maxTools: 5 })]) expect(Object.isFrozen(bounds)).toBe(true)
  })
})

describe('a bound', () => {
  it.each(NAMES)('%s goes down to 1 and up to its ceiling, and changes no other', (name) => {
    for (const value of [1, BOUND_CEILINGS[name]]) {
      expect(resolveBounds({ [name]: value })).toEqual({ ...DEFAULT_BOUNDS, [name]: value })
    }
  })

  it.each(NAMES)('%s over its ceiling is refused by name', (name) => {
    const ceiling = BOUND_CEILINGS[name]
    const { details } = expectThrownCode(() => resolveBounds({ [name]: ceiling + 1 }), 'bounds_invalid')
    expect(details).toEqual({ bound: name, ceiling, asked: ceiling + 1 })
  })

  it.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, '5', null, true, 5n])('of %s is refused', (asked) => {
    const { details } = expectThrownCode(() => resolveBounds({ maxTools: asked as number }), 'bounds_invalid')
    expect(details).toEqual({ bound: 'maxTools', ceiling: 10_000, asked })
  })

  it.each(['maxTool', 'MAXTOOLS', 'toString', 'constructor', '__proto__'])('that does not exist is refused: %s', (name) => {
    const overrides = Object.fromEntries([[name, 5]])
    const { details } = expectThrownCode(() => resolveBounds(overrides), 'bounds_invalid')
    expect(details).toEqual({ bound: name, ceiling: 0, asked: 5 })
  })
})
