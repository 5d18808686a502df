import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const main = fileURLToPath(new URL('./main.ts', import.meta.url))

it('runs, proves all that it claims, and reads well in 80 columns', { timeout: 120_000 }, async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['-C', '@b10x/source', main])
  expect(stdout).toMatch(/^Proved 46 of 46 claims:$/m)
  expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80)
})
