import { expectThrownCode } from '@b10x/testkit'
import { describe, expect, test } from 'vitest'
import type { ConnectionOptions } from '../arguments/invocation.ts'
import type { ServerTarget } from '../target/server-target.ts'
import { collectCredentials } from './collect-credentials.ts'

const NONE: ConnectionOptions = {
  protocol: null,
  bearerEnv: null,
  headerEnv: [],
  passEnv: [],
  allowInsecureHosts: [],
  storedLogin: true,
  bounds: {},
  deadlineMs: null
}
const HTTP: ServerTarget = { kind: 'http', url: 'https://example.test/mcp', headers: [] }
const STDIO: ServerTarget = { kind: 'stdio', command: 'x', args: [], cwd: '/', env: {} }
const ENV = { TOKEN: 'secret-token', KEY: 'secret-key' }

test('without a credential the label says so', () => {
  expect(collectCredentials(HTTP, NONE, ENV)).toEqual({ headers: [], passEnv: [], label: 'none', secrets: [] })
  expect(collectCredentials(STDIO, NONE, ENV)).toEqual({ headers: [], passEnv: [], label: 'none', secrets: [] })
})

describe('an address', () => {
  test('gets headers; the label names where they came from and not what they are', () => {
    const options = { ...NONE, bearerEnv: 'TOKEN', headerEnv: [{ header: 'X-Key', variable: 'KEY' }] }
    const { headers, label, secrets } = collectCredentials(HTTP, options, ENV)
    expect(headers.map(({ name, value }) => [name, value])).toEqual([
      ['x-key', 'secret-key'],
      ['authorization', 'Bearer secret-token']
    ])
    expect(label).toBe('bearer-env:TOKEN, header-env:KEY')
    expect(secrets).toContain('secret-token')
    expect(secrets).toContain('Bearer secret-token')
  })

  test('with one header from two places is refused', () => {
    const header = { name: 'authorization', value: 'x', origin: 'config-header:authorization' }
    const target: ServerTarget = { ...HTTP, headers: [header] }
    expect(refuseUsage(target, { bearerEnv: 'TOKEN' })).toHaveProperty('hint')
  })

  test('has no environment', () => {
    expect(refuseUsage(HTTP, { passEnv: ['KEY'] })).toHaveProperty('hint')
  })
})

describe('a program', () => {
  test('gets variables; the label names them', () => {
    const target: ServerTarget = { ...STDIO, env: { FROM_FILE: 'secret-file' } }
    const { passEnv, label, secrets } = collectCredentials(target, { ...NONE, passEnv: ['KEY'] }, ENV)
    expect(passEnv).toEqual(['KEY'])
    expect(label).toBe('config-env:FROM_FILE, env:KEY')
    expect(secrets).toEqual(['secret-file', 'secret-key'])
  })

  test.each([{ bearerEnv: 'TOKEN' }, { headerEnv: [{ header: 'a', variable: 'KEY' }] }, { allowInsecureHosts: ['box'] }])(
    'has no address: %j',
    (options) => {
      expect(refuseUsage(STDIO, options)).toHaveProperty('hint')
    }
  )
})

function refuseUsage(target: ServerTarget, options: Partial<ConnectionOptions>): unknown {
  return expectThrownCode(() => collectCredentials(target, { ...NONE, ...options }, ENV), 'usage_invalid').details
}

test('every missing variable is named at once', () => {
  const options = { ...NONE, bearerEnv: 'B', headerEnv: [{ header: 'a', variable: 'A' }, { header: 'b', variable: 'B' }] }
  const error = expectThrownCode(() => collectCredentials(HTTP, options, ENV), 'variable_missing')
  expect(error.details).toEqual({ names: ['A', 'B'] })
})

test('what every object has is not set', () => {
  const error = expectThrownCode(() => collectCredentials(HTTP, { ...NONE, bearerEnv: 'toString' }, ENV), 'variable_missing')
  expect(error.details).toEqual({ names: ['toString'] })
})
