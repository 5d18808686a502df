import { execFileSync } from 'node:child_process'
import { execPath } from 'node:process'
import { afterEach, expect, test, vi } from 'vitest'
import { DEFAULT_BOUNDS } from '../bounds/default-bounds.ts'
import { fixture, openFixture as open, running } from './__fixtures__/open-fixture.ts'
import type { FixtureOptions, OpenFixture } from './__fixtures__/open-fixture.ts'
import { stdioTransport } from './stdio-transport.ts'

// Real processes on a busy machine; nothing here waits for time to pass.
vi.setConfig({ testTimeout: 60_000 })

const opened: OpenFixture[] = []

async function openFixture(options?: FixtureOptions): Promise<OpenFixture> {
  const it = await open(options)
  opened.push(it)
  return it
}

afterEach(async () => {
  await Promise.all(opened.splice(0).map(({ channel }) => channel.close()))
})

const code = (name: string, details?: object): unknown =>
  expect.objectContaining(details === undefined ? { code: name } : { code: name, details: expect.objectContaining(details) })
const base64 = (text: string): string => Buffer.from(text, 'latin1').toString('base64')
const scripted = (...flags: string[]): string[] => [fixture('scripted-server.mjs'), ...flags]

test('the child sees the allow list, what was named and what was set', async () => {
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'x')
  vi.stubEnv('NODE_OPTIONS', '--no-deprecation')
  vi.stubEnv('REGION', 'eu')
  vi.stubEnv('USER', 'somebody')
  try {
    const { ask } = await openFixture({ inheritEnv: ['REGION'], env: { EXTRA: '1' } })
    const names = (await ask('env')) as string[]
    expect(names).toEqual(expect.arrayContaining(['PATH', 'USER', 'REGION', 'EXTRA']))
    const allowed = ['HOME', 'LOGNAME', 'PATH', 'SHELL', 'TERM', 'USER', 'REGION', 'EXTRA']
    expect(names.filter((name) => !allowed.includes(name))).toEqual([])
  } finally {
    vi.unstubAllEnvs()
  }
})

test('arguments reach the program as they are: no shell', async () => {
  const args = ['$(id)', '; id', '&calc', 'a\nb', '"', '']
  const { ask } = await openFixture({ args: scripted(...args) })
  expect(await ask('args')).toEqual(args)
})

test('the working directory is the one asked for', async () => {
  const { ask } = await openFixture({ cwd: '/' })
  expect(await ask('cwd')).toBe('/')
})

test('a bare name is looked up once and recorded; secrets are not', async () => {
  const folder = execPath.slice(0, execPath.lastIndexOf('/'))
  vi.stubEnv('PATH', folder)
  const transport = stdioTransport({ command: 'node', args: scripted('--token', 'abc'), lookupPath: true, closeLadderMs: 200 })
  const context = { bounds: DEFAULT_BOUNDS, signal: new AbortController().signal, onNotification: () => {}, answer: () => null }
  try {
    const first = await transport.open(context)
    expect(first.endpoint).toEqual({
      transport: 'stdio',
      command: ['node', fixture('scripted-server.mjs'), '--token', '[redacted]'],
      program: execPath
    })
    await first.close()
    vi.stubEnv('PATH', '/nowhere')
    const second = await transport.open(context)
    expect(second.endpoint).toEqual(first.endpoint)
    await second.close()
  } finally {
    vi.unstubAllEnvs()
  }
})

test.each([
  [{ command: 'node' }, 'program_not_found'],
  [{ command: '/nowhere/node' }, 'program_not_found'],
  [{ command: fixture('flood.mjs') }, 'program_not_found'],
  [{ cwd: '/nowhere' }, 'program_not_found'],
  [{ args: ['a\0b'] }, 'usage_invalid'],
  [{ env: { 'A=B': '' } }, 'usage_invalid']
])('%o is refused with %s', async (options, name) => {
  await expect(openFixture(options)).rejects.toThrow(code(name))
})

test('without file descriptors opening is refused, and other servers go on', () => {
  const limited = ['-c', 'ulimit -n 60; exec "$@"', 'sh', execPath, '-C', '@b10x/source', fixture('starved-host.mjs')]
  const output = execFileSync('/bin/sh', limited, { encoding: 'utf8' })
  expect(JSON.parse(output)).toEqual({ code: 'program_not_found', cause: 'EMFILE', still: { still: true } })
})

test('Windows is refused', async () => {
  const platform = vi.spyOn(process, 'platform', 'get').mockReturnValue('win32')
  await expect(openFixture()).rejects.toThrow(code('platform_unsupported', { platform: 'win32' }))
  platform.mockRestore()
})

test('F12: lines before the first frame are counted, up to their bound', async () => {
  const { ask, channel } = await openFixture({ args: scripted('--banner=2') })
  expect(await ask('echo', { a: 1 })).toEqual({ a: 1 })
  expect(channel.diagnostics().bannerLines).toBe(2)
})

test('one banner line over the bound ends the connection', async () => {
  const { ask } = await openFixture({ args: scripted('--banner=33') })
  const refusal = code('bound_exceeded', { bound: 'maxBannerLines', limit: 32, seen: 33 })
  await expect(ask('echo')).rejects.toThrow(refusal)
  await expect(ask('echo')).rejects.toThrow(refusal)
})

test.each([
  ['{"jsonrpc":"2.0","id":2,"id":3,"result":{}}', 'duplicate_member'],
  ['{"jsonrpc":"2.0","id":2,"result":"\xff"}', 'not_utf8'],
  ['{"jsonrpc":"2.0","id":2,', 'syntax']
])('a line that may be anybody’s answer ends the connection for all: %j', async (line, reason) => {
  const { ask, send } = await openFixture()
  await ask('echo')
  const waiting = send('hold')
  const broken = ask('raw', { base64: base64(`${line}\n`) })
  const both = await Promise.allSettled([waiting, broken])
  expect(both.map((each) => each.status === 'rejected' && each.reason)).toEqual(
    Array(2).fill(code('message_invalid', { reason }))
  )
})

test('a message of 8 MiB arrives whole', async () => {
  const { send } = await openFixture({ bounds: { maxMessageBytes: 16 * 1024 * 1024 } })
  const { message } = await send('fill', { bytes: 8 * 1024 * 1024 })
  expect(message).toMatchObject({ kind: 'result', resultText: expect.toSatisfy((text: string) => text.length === 8 * 1024 * 1024 + 2) })
})

test('batches are read once they are accepted', async () => {
  const { ask, channel, notifications } = await openFixture()
  channel.acceptBatches()
  const batch = '[{"jsonrpc":"2.0","method":"a"},{"jsonrpc":"2.0","id":1,"result":"x"}]\n'
  expect(await ask('raw', { base64: base64(batch) })).toBe('x')
  expect(notifications.map(({ method }) => method)).toEqual(['a'])
})

test('progress reaches its request, other notifications the client', async () => {
  const { ask, notifications } = await openFixture()
  const mine = vi.fn<(notification: unknown) => void>()
  const text = [1, 9].map((token) => `{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":${token}}}\n`)
  await ask('raw', { base64: base64(text.join('')), answer: true }, { onNotification: mine })
  expect(mine).toHaveBeenCalledTimes(1)
  expect(notifications.map(({ params }) => params)).toEqual([{ progressToken: 9 }])
})

test('a request of the server is answered with the text of the client, or not at all', async () => {
  const answer = vi.fn<NonNullable<FixtureOptions['answer']>>(({ id }) => (id === 's1' ? '{"jsonrpc":"2.0","id":"s1","result":{}}' : null))
  const { ask, requests } = await openFixture({ answer })
  const text = ['s1', 's2'].map((id) => `{"jsonrpc":"2.0","id":"${id}","method":"ping"}\n`).join('')
  await ask('raw', { base64: base64(text), answer: true })
  const received = (await ask('received')) as { id: unknown; method?: string }[]
  expect(requests.map(({ id }) => id)).toEqual(['s1', 's2'])
  expect(received.filter(({ method }) => method === undefined)).toEqual([{ jsonrpc: '2.0', id: 's1', result: {} }])
})

test('an aborted request rejects with its reason; the late answer is a stray', async () => {
  const { ask, send, channel } = await openFixture()
  await ask('echo')
  const controller = new AbortController()
  let dispatched = (): void => {}
  const sent = new Promise<void>((resolve) => (dispatched = resolve))
  const held = send('hold', {}, { signal: controller.signal, onDispatch: dispatched })
  await sent
  controller.abort('enough')
  await expect(held).rejects.toBe('enough')
  expect(await ask('release')).toBe('released')
  expect(channel.diagnostics().strayMessages).toBe(1)
})

test('a request that is aborted in the tick it was made in is never sent', async () => {
  const { ask, send } = await openFixture()
  const controller = new AbortController()
  const onDispatch = vi.fn<() => void>()
  const request = send('hold', {}, { signal: controller.signal, onDispatch })
  controller.abort('at once')
  await expect(request).rejects.toBe('at once')
  expect(await ask('received')).toEqual([])
  expect(onDispatch).not.toHaveBeenCalled()
})

test('a program that exits at once rejects what waits and what comes, with its status and its last words', async () => {
  const { ask } = await openFixture({ args: ['-e', 'console.error("no such folder"); process.exit(7)'] })
  const exited = { code: 'process_exited', details: { exitCode: 7, signal: null }, cause: { stderr: 'no such folder\n' } }
  await expect(ask('echo')).rejects.toMatchObject(exited)
  await expect(ask('echo')).rejects.toMatchObject(exited)
})

test('what the program wrote before it exited still counts', async () => {
  const answer = '{"jsonrpc":"2.0","id":1,"result":"last words"}\n'
  const { ask } = await openFixture({ args: ['-e', `process.stdin.once('data', () => process.stdout.write(${JSON.stringify(answer)}, () => process.exit(1)))`] })
  expect(await ask('echo')).toBe('last words')
})

test('a program that exits while requests wait rejects them all', async () => {
  const { send } = await openFixture()
  const both = await Promise.allSettled([send('hold'), send('exit', { code: 3 })])
  expect(both.map((each) => each.status === 'rejected' && each.reason)).toEqual(
    Array(2).fill(code('process_exited', { exitCode: 3, signal: null }))
  )
})

test('a program that dies while 2 MB wait for it rejects the send and the request', async () => {
  const { ask, channel, send } = await openFixture()
  const [pid] = (await ask('pids')) as [number]
  await ask('deaf')
  const big = `"${'x'.repeat(2_000_000)}"`
  const work = [channel.notify(big, []), send('echo', { big })]
  setImmediate(() => process.kill(pid, 'SIGKILL'))
  const both = await Promise.allSettled(work)
  expect(both.map((each) => each.status === 'rejected' && each.reason)).toEqual(
    Array(2).fill(code('process_exited', { exitCode: null, signal: 'SIGKILL' }))
  )
})

test('a program that closes its input is ended, and what waits rejects', async () => {
  const answer = '{"jsonrpc":"2.0","id":1,"result":"closed"}'
  const closes = `require('fs').readSync(0, Buffer.alloc(1000)); require('fs').closeSync(0)
    console.log('${answer}'); setInterval(() => {}, 60_000)`
  const { ask } = await openFixture({ args: ['-e', closes] })
  expect(await ask('echo')).toBe('closed')
  await expect(ask('echo')).rejects.toThrow(code('process_exited', { exitCode: null, signal: 'SIGTERM' }))
})

test('a server that asks without end and never reads our answers is refused', async () => {
  const flood = `const line = '{"jsonrpc":"2.0","id":"a","method":"ping"}\\n'.repeat(1000)
    const go = () => process.stdout.write(line, go)
    go()`
  const { ask } = await openFixture({ args: ['-e', flood], bounds: { maxMessageBytes: 100_000 }, answer: () => `"${'x'.repeat(1000)}"` })
  await expect(ask('echo')).rejects.toThrow(code('bound_exceeded', { bound: 'maxMessageBytes', limit: 100_000 }))
})

test('standard error is drained and its end kept', async () => {
  const { channel, send } = await openFixture({ args: [fixture('flood.mjs'), 'stderr', '8000000'] })
  await send('echo')
  const { stderrBytes, stderrTail } = channel.diagnostics()
  expect([stderrBytes >= 8_000_000, stderrTail.length]).toEqual([true, 64 * 1024])
})

test('the program is started once more, and only once', async () => {
  const { ask, channel } = await openFixture()
  const [first] = (await ask('pids')) as [number]
  await expect(ask('exit', { code: 1 })).rejects.toThrow(code('process_exited'))
  await channel.restart?.(new AbortController().signal)
  const [second] = (await ask('pids')) as [number]
  expect(second).not.toBe(first)
  await expect(channel.restart?.(new AbortController().signal)).rejects.toThrow(code('connection_closed'))
  expect(await ask('pids')).toEqual([second])
})

test('restarting ends a program that still runs', async () => {
  const { ask, channel } = await openFixture({ args: scripted('--ignore-end', '--ignore-term'), closeLadderMs: 20 })
  await ask('spawn')
  const before = (await ask('pids')) as number[]
  await channel.restart?.(new AbortController().signal)
  expect(running(before)).toEqual([])
  expect(await ask('echo', { a: 1 })).toEqual({ a: 1 })
})

test('closing while the program is started again leaves nothing', async () => {
  const { ask, channel } = await openFixture()
  const pids = (await ask('pids')) as number[]
  const [restarted] = await Promise.allSettled([channel.restart?.(new AbortController().signal), channel.close()])
  expect(restarted).toEqual({ status: 'rejected', reason: code('connection_closed') })
  expect(running(pids)).toEqual([])
})

test('opening is aborted before or while the program starts', async () => {
  await expect(openFixture({ signal: AbortSignal.abort('early') })).rejects.toBe('early')
  const controller = new AbortController()
  const opening = openFixture({ signal: controller.signal })
  controller.abort('meanwhile')
  await expect(opening).rejects.toBe('meanwhile')
})

test('after closing everything rejects with connection_closed, and closing again is nothing', async () => {
  const { ask, channel, send } = await openFixture()
  const [waiting] = await Promise.allSettled([send('hold'), channel.close(), channel.close()])
  expect(waiting).toEqual({ status: 'rejected', reason: code('connection_closed') })
  await expect(ask('echo')).rejects.toThrow(code('connection_closed'))
  await expect(channel.notify('{}', [])).rejects.toThrow(code('connection_closed'))
  await channel.close()
})
