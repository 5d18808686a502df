import { inspect } from 'node:util'
import { describe, expect, it } from 'vitest'
import { credentialsInHeader, credentialsInVariable } from './find-credentials.ts'
import { createSentSecrets } from './sent-secrets.ts'

describe('a header', () => {
  it.each([
    ['authorization', 'Bearer abc.def-ghi', ['abc.def-ghi']],
    ['Authorization', '  Bearer   abc ', ['abc']],
    ['x-api-key', 'plain-value', ['plain-value']],
    ['x-signed', 'two words here', ['two words here']],
    ['authorization', `Basic ${Buffer.from('user:pa:ss').toString('base64')}`, [Buffer.from('user:pa:ss').toString('base64'), 'user:pa:ss', 'pa:ss']],
    ['cookie', 'session=abc=; theme=dark', ['abc=', 'dark']],
    ['traceparent', '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01', []],
    ['User-Agent', 'my-agent/1.0', []]
  ])('%s: %s', (name, value, found) => {
    expect(credentialsInHeader(name, value)).toEqual(found)
  })
})

describe('a variable', () => {
  it.each([
    ['GITHUB_TOKEN', 'letters'],
    ['DB_PASSWORD', '/slash'],
    ['OPENAI_API_KEY', '12345678'],
    ['AWS_SECRET_ACCESS_KEY', 'x'],
    ['GITHUB_PAT', 'x'],
    ['SETTING', 'ghp_0123456789abcdef0123'],
    ['SETTING', 'sk-proj-abcdefgh'],
    ['SETTING', 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln'],
    ['SETTING', '0123456789abcdef0123456789abcdef'],
    ['SETTING', 'aVeryMixedValue1234567']
  ])('%s=%s is a credential', (name, value) => {
    expect(credentialsInVariable(name, value)).toEqual([value])
  })

  it.each([
    ['MEMORY_FILE_PATH', '/home/user/Documents2/graph.jsonl'],
    ['AWS_REGION', 'eu-central-1'],
    ['NODE_ENV', 'production'],
    ['MAX_TOKENS', '1000000000'],
    ['AUTHORS', 'somebody'],
    ['API_URL', 'https://api.example.com/v1?x=@y'],
    ['TENANT', '0d9f2f4e-1f0a-4c8e-9b1d-0123456789ab']
  ])('%s=%s is none: results are full of such values', (name, value) => {
    expect(credentialsInVariable(name, value)).toEqual([])
  })

  it('the password in an address is one', () => {
    const address = 'postgres://app:p%40ssw0rd!@db.internal:5432/app'
    expect(credentialsInVariable('DATABASE_URL', address)).toEqual([address, 'p%40ssw0rd!', 'p@ssw0rd!'])
  })
})

describe('what was sent', () => {
  it('is kept from 8 characters on', () => {
    const secrets = createSentSecrets()
    secrets.addHeaders({ authorization: 'Bearer 1234567', 'x-key': '12345678' })
    secrets.addVariables({ TOKEN: 'abcdefgh', PASSWORD: 'short', GONE: undefined, NODE_ENV: 'development' })
    secrets.addValues(['1234567', 'ABCDEFGH'])
    expect(secrets.list()).toEqual(['12345678', 'abcdefgh', 'ABCDEFGH'])
  })

  it('is the same array until something is added', () => {
    const secrets = createSentSecrets()
    secrets.addHeaders({ 'x-key': '12345678' })
    const before = secrets.list()
    secrets.addHeaders({ 'x-key': '12345678' })
    expect(secrets.list()).toBe(before)
    secrets.addHeaders({ 'x-key': '87654321' })
    expect(secrets.list()).toEqual(['12345678', '87654321'])
  })

  it('is bounded: the oldest goes', () => {
    const secrets = createSentSecrets()
    for (let index = 0; index < 300; index += 1) secrets.addValues([`token-${index + 1000}`])
    expect(secrets.list()).toHaveLength(256)
    expect(secrets.list().at(-1)).toBe('token-1299')
    expect(secrets.list()).not.toContain('token-1000')
  })

  it('is no text: ignored, for the transport to refuse', () => {
    const secrets = createSentSecrets()
    secrets.addHeaders({ 'x-key': 12_345_678 } as unknown as Record<string, string>)
    expect(secrets.list()).toEqual([])
  })

  it('is shown by nothing', () => {
    const secrets = createSentSecrets()
    secrets.addValues(['CANARY-12345678'])
    expect(inspect(secrets, { showHidden: true, depth: null }) + JSON.stringify(secrets)).not.toContain('CANARY')
  })
})
