import { expect, test } from 'vitest'
import { spawnServer } from './spawn-server.ts'

const CLOSES_FIRST = "for (const fd of [0, 1, 2]) require('node:fs').closeSync(fd); setTimeout(() => process.exit(), 100)"

test('nothing is left here of a program that closed its pipes before it ended', async () => {
  const handles = (): number => process.getActiveResourcesInfo().filter((name) => name === 'ProcessWrap').length
  const launch = { command: 'node', program: process.execPath, args: ['-e', CLOSES_FIRST], cwd: '/', environment: {}, closeLadderMs: 5_000 }
  const before = handles()
  const server = await spawnServer(launch)
  server.stdout.resume()
  server.stderr.resume()
  expect(handles()).toBeGreaterThan(before)
  await server.end()
  expect(handles()).toBe(before)
})
