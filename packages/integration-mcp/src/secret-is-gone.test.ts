// A bearer is fetched for each exchange, and afterwards no object of the process holds it, although all connections stand.
import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { startHttpServer } from '@b10x/testkit'
import { expect, it } from 'vitest'

const TOKEN = 'canary-heap-token-9876543210'

it('no copy of a bearer outlives its loan', { timeout: 120_000 }, async () => {
  await using server = await startHttpServer()
  const script = fileURLToPath(new URL('__fixtures__/run-heap.ts', import.meta.url))
  const child = spawn(process.execPath, ['-C', '@b10x/source', script, server.url, [...TOKEN].toReversed().join('')], { stdio: ['ignore', 'pipe', 'inherit'] })
  const counts = JSON.parse(await text(child.stdout)) as Readonly<Record<string, number>>
  expect(server.requests.at(-1)?.headers['authorization']).toBe(`Bearer ${TOKEN}`)
  expect(counts).toEqual({ bearer: 0, header: 0, control: 1 })
})
