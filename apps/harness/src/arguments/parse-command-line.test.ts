import { expectThrownCode } from '@b10x/testkit'
import { describe, expect, test } from 'vitest'
import { OPTIONS, VERBS } from './option-table.ts'
import { parseCommandLine } from './parse-command-line.ts'

const look = { json: false, color: true }
const nobody = { actor: null, tenant: null, evidence: null }

describe('a command line', () => {
  test.each([
    [['tools', 'p.json'], { verb: 'tools', ...look, file: 'p.json' }],
    [['profile', 'check', 'p.json', '--live', '--json'], { verb: 'profile check', json: true, color: true, file: 'p.json', live: true }],
    [['call', 'p.json', 't', '{}', '--no-color'], { verb: 'call', json: false, color: false, ...nobody, file: 'p.json', tool: 't', argumentsText: '{}' }],
    [
      ['run', 'a.json', 'b.json', '--script', 's.json', '--actor', 'user:a', '--evidence', 'e.jsonl'],
      { verb: 'run', ...look, actor: 'user:a', tenant: null, evidence: 'e.jsonl', files: ['a.json', 'b.json'], script: 's.json', prompt: 'Play the script.' }
    ],
    [['evidence', 'show', 'e.jsonl'], { verb: 'evidence show', ...look, file: 'e.jsonl' }],
    [
      ['profile', 'init', '-o', 'dir/My Tools.json', '--', 'npx', '-y', 'x'],
      {
        verb: 'profile init',
        ...look,
        target: { kind: 'command', command: ['npx', '-y', 'x'], env: [] },
        protocol: null,
        output: 'dir/My Tools.json',
        snapshot: 'dir/My Tools.snapshot.json',
        name: 'my-tools'
      }
    ],
    [
      ['profile', 'init', 'https://example.test/mcp', '--header-env', 'X-Key=A', '--bearer-env', 'B', '--name', 'n'],
      {
        verb: 'profile init',
        ...look,
        target: { kind: 'url', url: 'https://example.test/mcp', transport: 'streamable-http', bearerEnv: 'B', headersEnv: [{ header: 'X-Key', variable: 'A' }], allowInsecure: false },
        protocol: null,
        output: 'profile.json',
        snapshot: 'profile.snapshot.json',
        name: 'n'
      }
    ],
    [['build', '.', '-o', 'out'], { verb: 'build', ...look, project: '.', output: 'out' }],
    [['help'], { verb: 'help', topic: null }],
    [['help', 'profile', 'init'], { verb: 'help', topic: 'profile init' }],
    [['evidence', 'show', '--help'], { verb: 'help', topic: 'evidence show' }],
    [['--version', '--json'], { verb: 'version', json: true }]
  ])('%j', (argv, invocation) => {
    expect(parseCommandLine(argv)).toEqual(invocation)
  })

  test.each([
    [[]],
    [['profile']],
    [['profile', 'delete']],
    [['help', 'nothing']],
    [['tools']],
    [['tools', 'a', 'b']],
    [['tools', 'a', '--live']],
    [['tools', 'a', '--unknown']],
    [['tools', 'a', '--json=yes']],
    [['tools', 'a', '--', 'x']],
    [['call', 'p', 't']],
    [['build', '.']],
    [['build', '-o', 'out']],
    [['build', '.', '-o', 'out', '--live']],
    [['run', 'p']],
    [['run', 'p', '--script']],
    [['run', 'p', '--script', '--json']],
    [['run', 'p', '--script', 'a', '--script', 'b']],
    [['profile', 'init']],
    [['profile', 'init', 'server']],
    [['profile', 'init', '--']],
    [['profile', 'init', 'https://a.test/', '--env', 'A']],
    [['profile', 'init', 'https://a.test/', '--transport', 'ws']],
    [['profile', 'init', 'https://a.test/', '--header-env', 'X-Key']],
    [['profile', 'init', '--env', 'A=secret', '--', 'x']],
    [['profile', 'init', '--bearer-env', 'A', '--', 'x']]
  ])('%j is refused', (argv) => {
    expectThrownCode(() => parseCommandLine(argv), 'usage_invalid')
  })
})

test('every option belongs to a verb', () => {
  for (const { verbs } of Object.values(OPTIONS)) expect(verbs === 'all' || verbs.every((verb) => VERBS.includes(verb))).toBe(true)
})
