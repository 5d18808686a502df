import { readFileSync } from 'node:fs'
import path from 'node:path'
import { GovernedError } from '@b10x/ports/errors'
import type { Target } from '../cli/invocation.ts'

export interface TargetOptions {
  readonly config: string | null
  readonly server: string | null
  readonly bearerVariable: string | null
}

/**
 * A server as it is named: an address, a command after `--`, or an entry of a configuration file. A credential is named by
 * its variable and never written.
 * @throws GovernedError `usage_invalid`, `config_invalid`, `variable_missing`
 */
export function readTarget(positionals: readonly string[], command: readonly string[], options: TargetOptions, cwd: string, env: Readonly<Record<string, string | undefined>>): Target {
  const given = [positionals.length > 0, command.length > 0, options.config !== null].filter(Boolean).length
  if (given !== 1 || positionals.length > 1) throw usage('name one server: an address, a command after --, or --config FILE --server NAME')
  const { bearerVariable } = options
  if (bearerVariable !== null && (env[bearerVariable] ?? '') === '') throw new GovernedError('variable_missing', { names: [bearerVariable] })
  if (options.config !== null) return readEntry(options.config, options.server, bearerVariable, cwd)
  const [program, ...args] = command
  if (program !== undefined) return { kind: 'command', command: program, args }
  return { kind: 'http', url: readAddress(positionals[0] ?? ''), bearerVariable }
}

/** https, or http on this machine. */
function readAddress(text: string): string {
  if (!URL.canParse(text)) throw usage('the address is no URL')
  const { protocol, hostname, username, password, href } = new URL(text)
  if (username !== '' || password !== '') throw usage('an address holds no credential: use --bearer-env NAME')
  const isLoopback = hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname)
  if (protocol !== 'https:' && !(protocol === 'http:' && isLoopback)) throw usage('the address is https, or http on this machine')
  return href
}

function readEntry(file: string, name: string | null, bearerVariable: string | null, cwd: string): Target {
  const refused = (pointer: string, reason: string): GovernedError => new GovernedError('config_invalid', { file, pointer, reason })
  let document: unknown
  try {
    document = JSON.parse(readFileSync(path.resolve(cwd, file), 'utf8'))
  } catch (cause) {
    throw new GovernedError('config_invalid', { file, pointer: '', reason: 'it cannot be read as JSON' }, { cause })
  }
  const top = asRecord(document)
  const servers = asRecord(top?.['mcpServers'] ?? top?.['servers'])
  if (servers === null) throw refused('', 'it lists no servers')
  const names = Object.keys(servers)
  const chosen = name ?? (names.length === 1 ? (names[0] ?? '') : '')
  const entry = asRecord(Object.hasOwn(servers, chosen) ? servers[chosen] : undefined)
  if (entry === null) throw usage('--server names an entry of the file')
  if (typeof entry['url'] === 'string') return { kind: 'http', url: readAddress(entry['url']), bearerVariable }
  const { command, args = [] } = entry
  if (typeof command !== 'string' || !Array.isArray(args) || !args.every((one) => typeof one === 'string')) throw refused(`/mcpServers/${chosen}`, 'it has neither a url nor a command')
  return { kind: 'command', command, args: args as string[] }
}

function asRecord(value: unknown): Readonly<Record<string, unknown>> | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Readonly<Record<string, unknown>>) : null
}

function usage(hint: string): GovernedError {
  return new GovernedError('usage_invalid', { hint })
}
