// What the command line tools keep of logins is none of a service's business: not opened, not sent.
import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { LEGACY, startHttpServer } from '@b10x/testkit'
import { expect, it } from 'vitest'

const PLANTED = 'canary-local-login-0123456789'

it.each([['modern', {}], ['legacy', { protocolVersions: LEGACY, session: true }]])('a token that is planted in the local OAuth state is neither opened nor sent (%s)', { timeout: 60_000 }, async (_era, script) => {
  await using server = await startHttpServer(script)
  const home = await mkdtemp(join(tmpdir(), 'b10x-logins-'))
  try {
    const state = join(home, 'state')
    const file = join(state, 'b10x', 'oauth', 'login.json')
    await mkdir(join(state, 'b10x', 'oauth'), { recursive: true, mode: 0o700 })
    await writeFile(file, JSON.stringify({ url: server.url, resource: server.url, accessToken: PLANTED, access_token: PLANTED, token_type: 'Bearer' }), { mode: 0o600 })
    const script_ = fileURLToPath(new URL('__fixtures__/run-watched.ts', import.meta.url))
    const child = spawn(process.execPath, ['-C', '@b10x/source', script_, server.url, file], {
      env: { ...process.env, HOME: home, XDG_STATE_HOME: state, B10X_BEARER: PLANTED },
      stdio: ['ignore', 'pipe', 'inherit']
    })
    const { touched, environment, control } = JSON.parse(await text(child.stdout)) as { touched: string[]; environment: string[]; control: number }
    expect(control).toBeGreaterThanOrEqual(2)
    expect(touched.filter((path) => path.startsWith(home))).toEqual([])
    expect(environment.filter((name) => /XDG|HOME|B10X/.test(name))).toEqual([])
    expect(server.count('tools/call')).toBe(1)
    expect(server.requests.filter((request) => JSON.stringify([request.headers, request.body]).includes(PLANTED))).toEqual([])
    expect(server.requests.at(-1)?.headers['authorization']).toBe('Bearer custody-token-0123456789')
  } finally {
    await rm(home, { recursive: true })
  }
})
