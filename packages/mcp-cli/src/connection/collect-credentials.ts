import { GovernedError } from '@b10x/ports/errors'
import type { ConnectionOptions } from '../arguments/invocation.ts'
import { refuseUsage } from '../arguments/refuse-usage.ts'
import type { CliIo } from '../cli-io.ts'
import type { HttpTarget, SecretHeader, ServerTarget } from '../target/server-target.ts'

export interface Credentials {
  /** Headers for an HTTP server; none for stdio. */
  readonly headers: readonly SecretHeader[]
  /** Names of our own variables that a stdio server gets. */
  readonly passEnv: readonly string[]
  /** Where credentials came from, never what they are; `none` without one. It goes into snapshots. */
  readonly label: string
  /** The values, to be removed from whatever is printed. */
  readonly secrets: readonly string[]
}

/**
 * Fetches the secrets that a command line names from the environment.
 * @throws GovernedError `variable_missing` with every missing name, `usage_invalid` for an option of the other transport
 * or a header that is given twice
 */
export function collectCredentials(target: ServerTarget, options: ConnectionOptions, env: CliIo['env']): Credentials {
  requireSet([options.bearerEnv ?? [], options.headerEnv.map(({ variable }) => variable), options.passEnv].flat(), env)
  return target.kind === 'http' ? collectHeaders(target, options, env) : collectEnvironment(target.env, options, env)
}

function requireSet(names: readonly string[], env: CliIo['env']): void {
  const missing = names.filter((name) => !Object.hasOwn(env, name) || env[name] === undefined)
  if (missing.length > 0) throw new GovernedError('variable_missing', { names: [...new Set(missing)].sort() })
}

function collectHeaders(target: HttpTarget, options: ConnectionOptions, env: CliIo['env']): Credentials {
  if (options.passEnv.length > 0) refuseUsage('--env is for servers that are started as a process.')
  const named = options.headerEnv.map(({ header, variable }) => ({
    name: header.toLowerCase(),
    value: env[variable] ?? '',
    origin: `header-env:${variable}`
  }))
  const { bearerEnv } = options
  const bearer =
    bearerEnv === null
      ? []
      : [{ name: 'authorization', value: `Bearer ${env[bearerEnv] ?? ''}`, origin: `bearer-env:${bearerEnv}` }]
  const headers = [...target.headers, ...named, ...bearer]
  const names = headers.map(({ name }) => name)
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined) refuseUsage(`The header ${twice} is given twice.`)
  return {
    headers,
    passEnv: [],
    label: label(headers.map(({ origin }) => origin)),
    secrets: headers.flatMap(({ value }) => [value, value.replace(/^\S+ /, '')])
  }
}

function collectEnvironment(
  configured: Readonly<Record<string, string>>,
  options: ConnectionOptions,
  env: CliIo['env']
): Credentials {
  const { bearerEnv, headerEnv, allowInsecureHosts, passEnv } = options
  if (bearerEnv !== null || headerEnv.length > 0 || allowInsecureHosts.length > 0) {
    refuseUsage('--bearer-env, --header-env and --allow-insecure-host are for servers with an address.')
  }
  const names = [...Object.keys(configured).map((name) => `config-env:${name}`), ...passEnv.map((name) => `env:${name}`)]
  const secrets = [...Object.values(configured), ...passEnv.map((name) => env[name] ?? '')]
  return { headers: [], passEnv, label: label(names), secrets }
}

/** One label out of those of the command line and of a stored login. */
export function joinLabels(credentials: string, login: string | null): string {
  if (login === null) return credentials
  return credentials === 'none' ? login : `${credentials}, ${login}`
}

function label(origins: readonly string[]): string {
  return origins.length === 0 ? 'none' : [...new Set(origins)].sort().join(', ')
}
