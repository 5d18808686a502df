import type { ClientDiagnostics, ToolSnapshot } from '@b10x/mcp-foundation'
import { expect, test } from 'vitest'
import { findObservations } from './find-observations.ts'
import type { Observed } from './find-observations.ts'

const SNAPSHOT: ToolSnapshot = {
  format: 'b10x.tool-snapshot.v1',
  era: 'modern',
  protocolVersion: '2026-07-28',
  endpoint: { transport: 'stdio', command: ['/usr/bin/node', 'a.mjs'], program: '/usr/bin/node' },
  authorization: 'none',
  server: null,
  capabilities: {},
  instructions: null,
  tools: [],
  digest: `sha256:${'0'.repeat(64)}`
}
const QUIET: ClientDiagnostics = { bannerLines: 0, strayMessages: 0, stderrBytes: 0, stderrTail: '', resultTypeAbsent: 0, restarted: false }

const observe = (changes: Partial<Observed>): ReturnType<typeof findObservations> =>
  findObservations({ snapshot: SNAPSHOT, diagnostics: QUIET, bounds: [], ...changes })

test('nothing unusual', () => {
  expect(observe({})).toEqual([])
})

test('a package without a version, started by a program that PATH found', () => {
  const endpoint = { transport: 'stdio', command: ['npx', '-y', 'server'], program: '/usr/bin/npx' } as const
  expect(observe({ snapshot: { ...SNAPSHOT, endpoint } })).toEqual([
    { id: 'package_unpinned', level: 'finding', subject: 'server' },
    { id: 'program_from_path', level: 'note', subject: 'npx' }
  ])
})

test('an older revision, a restart, and results without their type', () => {
  const diagnostics = { ...QUIET, restarted: true, resultTypeAbsent: 2 }
  expect(observe({ snapshot: { ...SNAPSHOT, era: 'legacy', protocolVersion: '2025-06-18' }, diagnostics })).toEqual([
    { id: 'legacy_revision', level: 'note', subject: '2025-06-18' },
    { id: 'process_restarted', level: 'note', subject: null },
    { id: 'result_type_absent', level: 'note', subject: null }
  ])
})

test.each(['connectDeadlineMs', 'maxTools', 'maxPages', 'maxDescriptorBytes', 'maxSnapshotBytes'] as const)(
  '%s is close above 80 of 100',
  (bound) => {
    expect(observe({ bounds: [{ bound, used: 80, limit: 100 }] })).toEqual([])
    expect(observe({ bounds: [{ bound, used: 81, limit: 100 }] })).toEqual([
      { id: 'bound_nearly_reached', level: 'finding', subject: bound }
    ])
  }
)

test('a bound that growth does not reach is no finding', () => {
  expect(observe({ bounds: [{ bound: 'maxStderrBytes', used: 100, limit: 100 }] })).toEqual([])
})
