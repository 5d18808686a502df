// Programs that write in order to exhaust, to confuse or to hold on. Numbers as in docs/security-cases.md.
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { execPath } from 'node:process'
import { hasCode } from '@b10x/ports/errors'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { fixture, openFixture as open, running } from './__fixtures__/open-fixture.ts'
import type { FixtureOptions, OpenFixture } from './__fixtures__/open-fixture.ts'

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

/** A program that writes a text without end, as fast as it is read. */
const writing = (text: string): string[] => ['-e', `const text = ${JSON.stringify(text)}.repeat(1000); const go = () => process.stdout.write(text, go); go()`]
const base64 = (text: string | Uint8Array): string => Buffer.from(text as string).toString('base64')

test.each([
  ['empty lines', '\n'],
  ['lines of white space', ' \t\r\n'],
  ['notifications that nobody asked for', '{"jsonrpc":"2.0","method":"notifications/message"}\n'],
  ['progress of nothing', '{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":99}}\n'],
  ['answers to nothing', '{"jsonrpc":"2.0","id":99,"result":{}}\n']
])('P-11, P-15: %s without end keep no call from ending with its signal, and no close', async (_what, text) => {
  const { channel, send, notifications } = await openFixture({ args: writing(text) })
  // In the event loop that reads the flood: only a loop that still turns ends the call.
  await expect(send('echo', {}, { signal: AbortSignal.timeout(300) })).rejects.toThrow(expect.objectContaining({ name: 'TimeoutError' }))
  await channel.close()
  notifications.length = 0
})

test.each([
  ['debug text', 'debug: connecting\n'.repeat(40)],
  ['escape sequences', '\u001B[31mred\u001B[0m\n'.repeat(40)],
  ['binary', Buffer.concat(Array(40).fill(Buffer.from([0x80, 0xff, 0x00, 0x0a])))]
])('P-10: %s is counted, and ends the connection over the bound', async (_what, noise) => {
  const { ask } = await openFixture()
  await ask('echo')
  const refusal = expect.objectContaining({ code: 'bound_exceeded', details: { bound: 'maxBannerLines', limit: 32, seen: 33 } })
  const failure: unknown = await ask('raw', { base64: base64(noise), answer: true }).then(() => null, (error: unknown) => error)
  expect(failure).toEqual(refusal)
  // What the program wrote is nowhere in what is told of it.
  expect(`${String(failure)}${JSON.stringify(failure)}`).not.toMatch(/debug|red/)
})

test('P-10: half a message is no banner: it may have been an answer', async () => {
  const { ask } = await openFixture()
  await ask('echo')
  const failure = await ask('raw', { base64: base64('{"jsonrpc":"2.0","id":2,"resu\n'), answer: true }).catch((error: unknown) => error)
  expect(hasCode(failure, 'message_invalid')).toBe(true)
})

test('P-10: lines that end in CR LF, and empty ones between, change no message', async () => {
  const { ask, channel } = await openFixture()
  const lines = '\r\n\n \r\n{"jsonrpc":"2.0","id":1,"result":"first"}\r\n'
  expect(await ask('raw', { base64: base64(lines) })).toBe('first')
  expect(channel.diagnostics()).toMatchObject({ bannerLines: 0, strayMessages: 0 })
})

test('P-11: a line feed inside a string is an escape or the end of the line', async () => {
  const { ask } = await openFixture()
  const escaped = `{"jsonrpc":"2.0","id":1,"result":"${'\\n'.repeat(100_000)}"}\n`
  expect(await ask('raw', { base64: base64(escaped) })).toBe('\n'.repeat(100_000))
  await expect(ask('raw', { base64: base64('{"jsonrpc":"2.0","id":2,"result":"a\nb"}\n') })).rejects.toMatchObject({ code: 'message_invalid' })
})

test('P-15: a second answer, and one to an id that was never used, are counted and answer nobody', async () => {
  const { ask, channel, send } = await openFixture()
  await ask('echo')
  const waiting = send('hold')
  const strays = [1, 1, 99, '"2"', 1_000_000].map((id) => `{"jsonrpc":"2.0","id":${id},"result":"wrong"}\n`).join('')
  await ask('raw', { base64: base64(strays), answer: true })
  expect(channel.diagnostics().strayMessages).toBe(5)
  await ask('release')
  expect((await waiting).message).toMatchObject({ id: 2, result: 'released' })
})

test('P-05: a working directory lends no program, whatever it is called and whoever links to it', async () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'b10x-cwd-')))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  mkdirSync(join(folder, 'bin'))
  copyFileSync('/bin/cat', join(folder, 'node'))
  symlinkSync(join(folder, 'node'), join(folder, 'bin', 'node'))
  vi.stubEnv('PATH', `:.:bin:${relative(process.cwd(), folder)}:${relative(process.cwd(), join(folder, 'bin'))}:${dirname(execPath)}`)
  onTestFinished(() => void vi.unstubAllEnvs())
  for (const command of ['./node', 'bin/node', '../x/node']) {
    await expect(openFixture({ command, cwd: folder, lookupPath: true })).rejects.toMatchObject({ code: 'program_not_found' })
  }
  const { channel } = await openFixture({ command: 'node', cwd: folder, lookupPath: true })
  expect(channel.endpoint).toMatchObject({ program: execPath })
})

test('P-17: a program that ends at once is never started again by itself', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'b10x-starts-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const count = `require('fs').appendFileSync(${JSON.stringify(join(folder, 'starts'))}, 'x'); process.exit(1)`
  const { ask, channel } = await openFixture({ args: ['-e', count] })
  for (let call = 0; call < 20; call += 1) await expect(ask('echo')).rejects.toMatchObject({ code: 'process_exited' })
  await channel.restart?.(new AbortController().signal)
  for (let call = 0; call < 20; call += 1) await expect(ask('echo')).rejects.toMatchObject({ code: 'process_exited' })
  await expect(channel.restart?.(new AbortController().signal)).rejects.toMatchObject({ code: 'connection_closed' })
  expect(readFileSync(join(folder, 'starts'), 'utf8')).toBe('xx')
})

test('P-14: one server that breaks its pipe takes no other with it', async () => {
  const broken = await openFixture({ args: ['-e', "require('fs').closeSync(0); require('fs').closeSync(1); setInterval(() => {}, 60_000)"] })
  const sound = await openFixture({ args: [fixture('scripted-server.mjs')] })
  const pids = (await sound.ask('pids')) as number[]
  const big = 'x'.repeat(1_000_000)
  const outcome = await broken.ask('echo', { big }, { signal: AbortSignal.timeout(5_000) }).catch((error: unknown) => error)
  expect(outcome).toMatchObject({ code: 'process_exited' })
  expect(await sound.ask('echo', { still: true })).toEqual({ still: true })
  expect(running(pids)).toEqual(pids)
})
