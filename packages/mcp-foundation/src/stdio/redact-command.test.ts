import fc from 'fast-check'
import { expect, test } from 'vitest'
import { redactCommand } from './redact-command.ts'

const redact = (...args: string[]): readonly string[] => redactCommand('server', args).slice(1)
const GONE = '[redacted]'

test.each([
  [['--api-key', 'abc'], ['--api-key', GONE]],
  [['--apiKey', 'abc'], ['--apiKey', GONE]],
  [['--token=abc'], [`--token=${GONE}`]],
  [['GITHUB_TOKEN=abc'], [`GITHUB_TOKEN=${GONE}`]],
  [['--header', 'Authorization: Bearer abc'], ['--header', `Authorization: ${GONE}`]],
  [['--header', 'X-Api-Key:abc'], ['--header', `X-Api-Key:${GONE}`]],
  [['https://u:p@host/x'], [`https://${GONE}@host/x`]],
  [['--url=https://host/x?a=1&token=abc#access_token=d'], [`--url=https://host/x?a=1&token=${GONE}#access_token=${GONE}`]],
  [['postgres://me:pw@db/x'], [`postgres://${GONE}@db/x`]],
  [['ghp_0123456789abcdefABCDEF'], [GONE]],
  [['-k', 'sk-ant-0123456789'], ['-k', GONE]],
  [['--key=sk_live_0123456789'], [`--key=${GONE}`]],
  [['0123456789abcdef0123456789abcdef'], [GONE]],
  [['550e8400-e29b-41d4-a716-446655440000'], [GONE]],
  [['eyJhbGciOi.eyJzdWIiOi.abc'], [GONE]],
  [['A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6'], [GONE]]
])('%j becomes %j', (args, shown) => {
  expect(redact(...args)).toEqual(shown)
})

test.each([
  [['-y', '@modelcontextprotocol/server-filesystem@2026.8.31', '/tmp/a b']],
  [['--port=3000', '--max-tokens', '100', '--author', 'me']],
  [['--no-auth', '/srv/data']],
  [['https://host:8080/mcp?debug=1']],
  [['run', '-i', 'ghcr.io/o/r@sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef']],
  [['a-very-long-server-name-for-the-year-2026-or-so']],
  [['$(id)', '; id', '&calc', 'x\ny', '\u202Etxt']]
])('%j stays', (args) => {
  expect(redact(...args)).toEqual(args)
})

test('values of credential variables are cut out wherever they stand', () => {
  const env = { MY_SECRET: 'hunter2-long', PLAIN: 'ordinary-value', PIN_TOKEN: 'short' }
  expect(redactCommand('/bin/hunter2-long', ['--x', 'ahunter2-longb', 'ordinary-value', 'short'], env)).toEqual([
    `/bin/${GONE}`,
    '--x',
    `a${GONE}b`,
    'ordinary-value',
    'short'
  ])
})

test('the form stays: as many words as were given, and nothing to redact twice', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary' })), (args) => {
      const once = redact(...args)
      expect(once).toHaveLength(args.length)
      expect(redact(...once)).toEqual(once)
    })
  )
})
