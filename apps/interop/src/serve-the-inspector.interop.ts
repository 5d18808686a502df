// Our server under the Inspector's command line, which others wrote and many people start first: both eras, both transports.
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createToolServer, listen, staticTokenAuthenticator } from '@b10x/tool-server'
import type { Listening } from '@b10x/tool-server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runInspector } from './inspector/run-inspector.ts'
import type { Inspected } from './inspector/run-inspector.ts'
import { createServedTools } from './official-clients/served-tools.ts'

const TOKEN = 'inspector-0123456789'
const STDIO = [process.execPath, '-C', '@b10x/source', join(import.meta.dirname, 'official-clients/run-stdio.ts')]
/** As the Inspector documents them: a tool that is unknown or says that it failed. */
const TOOL_FAILED = 5

let home: string
let listening: Listening

beforeAll(async () => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'b10x-inspector-')))
  const authenticate = staticTokenAuthenticator({ [TOKEN]: { subject: 'inspector', scopes: [] } })
  listening = await listen(createToolServer(createServedTools(), { name: 'interop', version: '1.0.0', authenticate }))
})

afterAll(async () => {
  await listening.close()
  rmSync(home, { recursive: true })
})

describe.each(['legacy', 'modern'])('%s', (era) => {
  describe.each([
    ['stdio', () => STDIO],
    ['Streamable HTTP, with a bearer', () => [listening.url, '--transport', 'http', '--header', `authorization: Bearer ${TOKEN}`]]
  ])('over %s', (_over, target) => {
    const ask = (...args: readonly string[]): Promise<Inspected> => runInspector(home, [...target(), '--protocol-era', era, ...args])

    it('lists the tools as they are published', async () => {
      const { status, json } = await ask('--method', 'tools/list')
      const listed = json?.['result'] as { readonly tools: readonly { readonly name: string }[] } | undefined
      const names = listed?.tools.map(({ name }) => name)
      expect([status, names]).toEqual([0, createServedTools().tools.map(({ name }) => name)])
    })

    it('calls one', async () => {
      const { status, json } = await ask('--method', 'tools/call', '--tool-name', 'echo', '--tool-arg', 'text=hello')
      expect([status, json?.['result']]).toMatchObject([0, { content: [{ type: 'text', text: 'hello' }] }])
    })

    it('is told that one failed', async () => {
      const { status, json } = await ask('--method', 'tools/call', '--tool-name', 'refuse')
      expect([status, json?.['result']]).toMatchObject([TOOL_FAILED, { isError: true }])
    })

    it('is told that there is none of that name', async () => {
      expect((await ask('--method', 'tools/call', '--tool-name', 'nobody')).status).toBe(TOOL_FAILED)
    })
  })
})

it('does not come in without its bearer', async () => {
  expect((await runInspector(home, [listening.url, '--transport', 'http', '--protocol-era', 'modern', '--method', 'tools/list'])).status).not.toBe(0)
})
