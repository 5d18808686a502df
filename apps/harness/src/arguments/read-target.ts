import { refuseUsage } from '@b10x/mcp-cli/command-line'
import type { TargetArgument } from './invocation.ts'
import type { GivenOptions } from './option-table.ts'

/** Something with a scheme, so that a file name is never taken for an address. */
const ADDRESS = /^[a-z][a-z0-9+.-]*:\/\//i

/**
 * The server of `profile init`: an address, or a command after `--`. Credentials are named, never given.
 * @throws GovernedError `usage_invalid`
 */
export function readTarget(words: string[], command: readonly string[] | null, options: GivenOptions): TargetArgument {
  if (command !== null) return readCommand(command, options)
  const url = words.shift()
  if (url === undefined || !ADDRESS.test(url)) return refuseUsage('profile init needs a server: an https address, or -- and its command.')
  if (options.flag('env')) refuseUsage('--env is for servers that are started as a process.')
  const transport = options.value('transport') ?? 'streamable-http'
  if (transport !== 'streamable-http' && transport !== 'sse') return refuseUsage('--transport is streamable-http or sse.')
  const headersEnv = options.values('header-env').map((text) => {
    const at = text.indexOf('=')
    if (at < 1 || at === text.length - 1) refuseUsage('--header-env wants NAME=VARIABLE.')
    return { header: text.slice(0, at), variable: text.slice(at + 1) }
  })
  return { kind: 'url', url, transport, bearerEnv: options.value('bearer-env'), headersEnv, allowInsecure: options.flag('allow-insecure') }
}

function readCommand(command: readonly string[], options: GivenOptions): TargetArgument {
  if (command[0] === undefined || command[0] === '') refuseUsage('There is no command after --.')
  for (const name of ['transport', 'bearer-env', 'header-env', 'allow-insecure'] as const) {
    if (options.flag(name)) refuseUsage(`--${name} is for servers with an address.`)
  }
  const env = options.values('env')
  // `--env TOKEN=secret` would put the secret on the command line.
  if (env.some((name) => name.includes('='))) refuseUsage('--env takes the name of a variable of your environment, without a value.')
  return { kind: 'command', command, env }
}
