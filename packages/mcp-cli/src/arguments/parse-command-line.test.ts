import { expectThrownCode } from '@b10x/testkit'
import { describe, expect, test } from 'vitest'
import { parseCommandLine } from './parse-command-line.ts'

const URL_TARGET = { kind: 'url', url: 'https://example.test/mcp' } as const
const COMMAND = { kind: 'command', command: 'npx', args: ['-y', '--json', 'server', '--', 'x'] } as const
const COMMAND_WORDS = ['--', 'npx', '-y', '--json', 'server', '--', 'x']

describe('argument order', () => {
  test.each([
    ['list', [URL_TARGET.url], { target: URL_TARGET }],
    ['list', COMMAND_WORDS, { target: COMMAND, json: false }],
    ['list', ['--config', '.mcp.json'], { target: { kind: 'config', file: '.mcp.json', server: null } }],
    ['doctor', ['--config=a', '--server', 'b'], { target: { kind: 'config', file: 'a', server: 'b' } }],
    ['inspect', [URL_TARGET.url, 'echo'], { target: URL_TARGET, tool: 'echo' }],
    ['inspect', ['echo', ...COMMAND_WORDS], { target: COMMAND, tool: 'echo' }],
    ['call', [URL_TARGET.url, 'echo', '{}'], { target: URL_TARGET, tool: 'echo', argumentsText: '{}' }],
    ['call', ['echo', '{"a":1}', ...COMMAND_WORDS], { target: COMMAND, tool: 'echo', argumentsText: '{"a":1}' }],
    ['snapshot', ['-o', 'f', URL_TARGET.url], { target: URL_TARGET, output: 'f', strict: false }],
    ['snapshot', ['--strict', ...COMMAND_WORDS], { target: COMMAND, output: null, strict: true }],
    ['verify', ['f', URL_TARGET.url], { file: 'f', target: URL_TARGET }],
    ['verify', ['f', ...COMMAND_WORDS], { file: 'f', target: COMMAND }],
    ['accept', ['f', '--yes', ...COMMAND_WORDS], { file: 'f', target: COMMAND, yes: true }],
    ['diff', ['a', 'b'], { file: 'a', other: { file: 'b' } }],
    ['diff', ['a', URL_TARGET.url], { file: 'a', other: { target: URL_TARGET } }],
    ['diff', ['a', ...COMMAND_WORDS], { file: 'a', other: { target: COMMAND } }],
    ['diff', ['a', '--config', 'c'], { file: 'a', other: { target: { kind: 'config', file: 'c', server: null } } }]
  ])('%s %j', (verb, words, expected) => {
    expect(parseCommandLine([verb, ...words])).toMatchObject({ verb, ...expected })
  })

  test('options stand anywhere before --', () => {
    const expected = parseCommandLine(['verify', 'f', URL_TARGET.url, '--json', '--no-color'])
    expect(expected).toMatchObject({ json: true, color: false })
    expect(parseCommandLine(['--json', 'verify', '--no-color', 'f', URL_TARGET.url])).toEqual(expected)
  })

  test('an empty tool name is a name', () => {
    expect(parseCommandLine(['inspect', URL_TARGET.url, ''])).toMatchObject({ tool: '' })
  })
})

test('how to connect', () => {
  const words = ['--protocol', '2025-06-18', '--bearer-env', 'TOKEN', '--header-env', 'X-Key=KEY', '--header-env', 'X-B=B']
  const more = ['--env', 'A', '--env', 'B', '--allow-insecure-host', 'box', '--bound', 'maxTools=10', '--deadline', '5000']
  expect(parseCommandLine(['list', URL_TARGET.url, ...words, ...more])).toMatchObject({
    connection: {
      protocol: '2025-06-18',
      bearerEnv: 'TOKEN',
      headerEnv: [{ header: 'X-Key', variable: 'KEY' }, { header: 'X-B', variable: 'B' }],
      passEnv: ['A', 'B'],
      allowInsecureHosts: ['box'],
      bounds: { maxTools: 10 },
      deadlineMs: 5000
    }
  })
})

test('a bound with a name that objects know stays a name', () => {
  const invocation = parseCommandLine(['list', URL_TARGET.url, '--bound', '__proto__=1'])
  expect(invocation.verb === 'list' && Object.keys(invocation.connection.bounds)).toEqual(['__proto__'])
})

test.each([
  [['help'], { verb: 'help', topic: null }],
  [['--help'], { verb: 'help', topic: null }],
  [['help', 'call'], { verb: 'help', topic: 'call' }],
  [['call', '-h'], { verb: 'help', topic: 'call' }],
  [['--version'], { verb: 'version', json: false }],
  [['version', '--json'], { verb: 'version', json: true }]
])('%j', (words, expected) => {
  expect(parseCommandLine(words)).toEqual(expected)
})

test.each([
  ['nothing', []],
  ['an unknown verb', ['lists']],
  ['an unknown topic', ['help', 'lists']],
  ['no target', ['list']],
  ['a target without a scheme', ['list', 'example.test/mcp']],
  ['two targets', ['list', URL_TARGET.url, '--', 'npx']],
  ['a file and a command', ['list', '--config', 'f', '--', 'npx']],
  ['an empty command', ['list', '--']],
  ['a command without a name', ['list', '--', '']],
  ['a server without a file', ['list', URL_TARGET.url, '--server', 'a']],
  ['a word too many', ['list', URL_TARGET.url, 'more']],
  ['call without arguments', ['call', URL_TARGET.url, 'echo']],
  ['call without a tool', ['call', '--', 'npx']],
  ['verify without a file', ['verify', '--', 'npx']],
  ['verify without a target', ['verify', 'f']],
  ['diff of one file', ['diff', 'f']],
  ['diff of three files', ['diff', 'f', 'g', 'h']],
  ['an unknown option', ['list', URL_TARGET.url, '--jsn']],
  ['an option of another verb', ['list', URL_TARGET.url, '--yes']],
  ['another revision than the reviewed one', ['verify', 'f', URL_TARGET.url, '--protocol', '2025-06-18']],
  ['an option twice', ['list', '--config', 'a', '--config', 'b']],
  ['a forgotten value', ['list', '--config', '--json']],
  ['a value that is missing at the end', ['list', '--config']],
  ['an empty value', ['list', '--config=']],
  ['a value for a flag', ['list', URL_TARGET.url, '--json=yes']],
  ['a secret on the command line', ['list', '--env', 'TOKEN=secret', '--', 'npx']],
  ['a header without a variable', ['list', URL_TARGET.url, '--header-env', 'X-Key']],
  ['a bound that is no number', ['list', URL_TARGET.url, '--bound', 'maxTools=many']],
  ['a bound of zero', ['list', URL_TARGET.url, '--bound', 'maxTools=0']],
  ['a bound twice', ['list', URL_TARGET.url, '--bound', 'maxTools=1', '--bound', 'maxTools=2']],
  ['a deadline that is no number', ['list', URL_TARGET.url, '--deadline', '1.5']]
])('refuses %s', (_name, words) => {
  const { details } = expectThrownCode(() => parseCommandLine(words), 'usage_invalid')
  expect(details).toEqual({ hint: expect.stringMatching(/\.|:/) })
})
