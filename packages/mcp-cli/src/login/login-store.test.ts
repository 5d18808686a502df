/** S-10 for logins: who can read them, and what happens when several processes save at once. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, link, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expectCode } from '@b10x/testkit'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { operatorTextOf } from '../output/operator-text.ts'
import type { LoginClient } from './login-record.ts'
import { loginStore } from './login-store.ts'
import { stateFolder } from './state-folder.ts'

const ENDPOINT = 'https://example.test/mcp'
const CLIENT: LoginClient = { redirectUrl: 'http://127.0.0.1:1/callback', clientId: null, clientSecretEnv: null, clientMetadataUrl: null, issuer: null, scopes: null }
const state = (revision: number, more: object = {}): { format: 'b10x.oauth-state.v1'; revision: number } => ({ format: 'b10x.oauth-state.v1', revision, ...more })

let root: string
let folder: string
beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'b10x-cli-'))
  folder = stateFolder({ XDG_STATE_HOME: root }) ?? ''
})
afterEach(() => rm(root, { recursive: true }))

const saveFirst = async (): Promise<boolean> => loginStore(folder, ENDPOINT).stateOf(CLIENT).compareAndSet(null, state(1))
const filesOf = (): Promise<readonly string[]> => readdir(folder)
async function theFile(): Promise<string> {
  const [name = '', ...more] = await filesOf()
  expect(more).toEqual([])
  return path.join(folder, name)
}

describe('the folder', () => {
  test.each([
    [{ XDG_STATE_HOME: '/s', HOME: '/h' }, '/s/b10x/oauth'],
    [{ XDG_STATE_HOME: 'relative', HOME: '/h' }, '/h/.local/state/b10x/oauth'],
    [{ XDG_STATE_HOME: '', HOME: '/h' }, '/h/.local/state/b10x/oauth'],
    [{ HOME: 'relative' }, null],
    [{}, null]
  ])('of %j is %j', (env, expected) => expect(stateFolder(env)).toBe(expected))

  test('is for its owner only, whatever the umask, and so is every file', async () => {
    const before = process.umask(0)
    try {
      expect(await loginStore(folder, ENDPOINT).stateOf(CLIENT).compareAndSet(null, state(1))).toBe(true)
    } finally {
      process.umask(before)
    }
    for (const own of [path.dirname(folder), folder]) expect((await stat(own)).mode & 0o777).toBe(0o700)
    expect((await stat(await theFile())).mode & 0o777).toBe(0o600)
  })

  test('is named in no file: a digest stands for the server', async () => {
    await loginStore(folder, ENDPOINT).stateOf(CLIENT).compareAndSet(null, state(1))
    expect(path.basename(await theFile())).toMatch(/^[0-9a-f]{64}\.1\.json$/)
  })

  test.each([0o750, 0o707, 0o701, 0o710])('with mode %o is refused', async (mode) => {
    const store = loginStore(folder, ENDPOINT)
    await store.stateOf(CLIENT).compareAndSet(null, state(1))
    await chmod(folder, mode)
    expect(operatorTextOf(await expectCode(store.read(), 'oauth_state_invalid'))).toEqual({ file: folder, problem: 'open_to_others' })
    await expectCode(saveFirst(), 'oauth_state_invalid')
    await expectCode(store.forget(), 'oauth_state_invalid')
  })

  test('behind a link is refused', async () => {
    const store = loginStore(folder, ENDPOINT)
    await store.stateOf(CLIENT).compareAndSet(null, state(1))
    await rename(folder, path.join(root, 'elsewhere'))
    await symlink(path.join(root, 'elsewhere'), folder)
    expect(operatorTextOf(await expectCode(store.read(), 'oauth_state_invalid'))).toMatchObject({ problem: 'link' })
  })

  test('that anybody could replace is refused', async () => {
    await mkdir(path.dirname(folder), { recursive: true })
    await chmod(path.dirname(folder), 0o777)
    const error = await expectCode(saveFirst(), 'oauth_state_invalid')
    expect(operatorTextOf(error)).toEqual({ file: path.dirname(folder), problem: 'open_to_others' })
  })

  test('that is a file is refused, and so is one that cannot be made', async () => {
    await writeFile(path.join(root, 'b10x'), '')
    const error = await expectCode(saveFirst(), 'oauth_state_invalid')
    expect(error.details).toEqual({ reason: 'load' })
  })
})

describe('the file', () => {
  test('keeps what was saved, and the client beside it', async () => {
    const store = loginStore(folder, ENDPOINT)
    expect(await store.read()).toBe(null)
    await store.stateOf(CLIENT).compareAndSet(null, state(7, { servers: { a: { accessToken: 't' } } }))
    expect(await store.read()).toEqual({ client: CLIENT, state: { format: 'b10x.oauth-state.v1', revision: 7, servers: { a: { accessToken: 't' } } } })
    expect(await loginStore(folder, `${ENDPOINT}/other`).read()).toBe(null)
  })

  test.each([0o640, 0o604, 0o660, 0o620])('with mode %o is refused', async (mode) => {
    const store = loginStore(folder, ENDPOINT)
    await store.stateOf(CLIENT).compareAndSet(null, state(1))
    await chmod(await theFile(), mode)
    expect(operatorTextOf(await expectCode(store.read(), 'oauth_state_invalid'))).toEqual({ file: await theFile(), problem: 'open_to_others' })
  })

  test.each<[string, (file: string) => Promise<void>]>([
    ['link', async (file) => {
      await rename(file, `${root}/target`)
      await symlink(`${root}/target`, file)
    }],
    ['not_a_file', async (file) => {
      await rm(file)
      await mkdir(file, { mode: 0o700 })
    }],
    ['too_large', (file) => writeFile(file, ' '.repeat(1024 * 1024 + 1))],
    ['not_a_login', (file) => writeFile(file, '{"format":"b10x.cli-login.v1"}')],
    ['not_a_login', (file) => writeFile(file, 'no json')],
    ['not_a_login', (file) => writeFile(file, '[]')]
  ])('is refused as %s', async (problem, spoil) => {
    const store = loginStore(folder, ENDPOINT)
    await store.stateOf(CLIENT).compareAndSet(null, state(1))
    await spoil(await theFile())
    expect(operatorTextOf(await expectCode(store.read(), 'oauth_state_invalid'))).toMatchObject({ problem })
  })

  test('of another server is refused under this name', async () => {
    await loginStore(folder, 'https://other.test/mcp').stateOf(CLIENT).compareAndSet(null, state(1))
    const theirs = await theFile()
    const store = loginStore(folder, ENDPOINT)
    await store.stateOf(CLIENT).compareAndSet(null, state(1))
    const ours = (await filesOf()).map((name) => path.join(folder, name)).find((file) => file !== theirs) ?? ''
    await rm(ours)
    await link(theirs, ours)
    expect((await expectCode(store.read(), 'oauth_state_invalid')).details).toEqual({ reason: 'format' })
  })
})

describe('saving', () => {
  test('replaces what was seen, and nothing else', async () => {
    const one = loginStore(folder, ENDPOINT).stateOf(CLIENT)
    const other = loginStore(folder, ENDPOINT).stateOf(CLIENT)
    expect(await one.compareAndSet(5, state(6))).toBe(false)
    expect(await one.compareAndSet(null, state(1))).toBe(true)
    expect(await other.compareAndSet(null, state(1))).toBe(false)
    expect(await other.compareAndSet(1, state(2))).toBe(true)
    expect(await one.compareAndSet(1, state(2))).toBe(false)
    expect(await one.load()).toEqual(state(2))
    expect(await filesOf()).toHaveLength(1)
  })

  test('after a logout needs a new beginning: tokens on their way do not come back', async () => {
    const store = loginStore(folder, ENDPOINT)
    const saving = store.stateOf(CLIENT)
    await saving.compareAndSet(null, state(1, { accessToken: 'canary' }))
    await store.forget()
    expect(await saving.compareAndSet(1, state(2))).toBe(false)
    expect(await store.read()).toBe(null)
    expect(await saving.load()).toBe(undefined)
    expect(await readFile(await theFile(), 'utf8')).not.toContain('canary')
    expect(await saving.compareAndSet(null, state(9))).toBe(true)
    expect(await saving.load()).toEqual(state(9))
  })

  test('removes what a killed process left half written, and not what is being written', async () => {
    const saving = loginStore(folder, ENDPOINT).stateOf(CLIENT)
    await saving.compareAndSet(null, state(1))
    const name = path.basename(await theFile()).split('.')[0] ?? ''
    const [old, fresh] = ['old', 'fresh'].map((which) => path.join(folder, `${name}.${which}.tmp`)) as [string, string]
    for (const file of [old, fresh]) await writeFile(file, 'canary', { mode: 0o600 })
    await utimes(old, 0, 0)
    await saving.compareAndSet(1, state(2))
    expect((await filesOf()).filter((file) => file.endsWith('.tmp'))).toEqual([path.basename(fresh)])
  })

  test('by several processes at once loses nothing', async () => {
    const [processes, rounds] = [4, 25]
    const program = `
      import { loginStore } from ${JSON.stringify(path.join(import.meta.dirname, 'login-store.ts'))}
      const store = loginStore(${JSON.stringify(folder)}, ${JSON.stringify(ENDPOINT)}).stateOf(${JSON.stringify(CLIENT)})
      for (let done = 0; done < ${rounds}; ) {
        const state = await store.load()
        const next = { format: 'b10x.oauth-state.v1', revision: (state?.revision ?? 0) + 1, by: [...(state?.by ?? []), process.argv[1]] }
        if (await store.compareAndSet(state?.revision ?? null, next)) done += 1
      }`
    const running = Array.from({ length: processes }, (_, index) =>
      once(spawn(process.execPath, ['-C', '@b10x/source', '--input-type=module', '-e', program, `${index}`], { stdio: 'inherit' }), 'exit')
    )
    expect(await Promise.all(running)).toEqual(Array.from({ length: processes }, () => [0, null]))
    const saved = await loginStore(folder, ENDPOINT).read()
    const { revision, by } = (saved?.state ?? state(0, { by: [] })) as unknown as { revision: number; by: readonly string[] }
    expect(revision).toBe(by.length)
    for (let index = 0; index < processes; index += 1) expect(by.filter((one) => one === `${index}`).length).toBeGreaterThanOrEqual(rounds)
    expect(await filesOf()).toHaveLength(1)
  }, 60_000)
})
