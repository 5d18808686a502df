import type { AuthAction, OAuthClientOptions } from './invocation.ts'
import type { GivenOptions } from './option-table.ts'
import { refuseUsage } from './refuse-usage.ts'

const LOGIN_OPTIONS = ['client-id', 'client-secret-env', 'client-metadata-url', 'issuer', 'scope'] as const

/** @throws GovernedError `usage_invalid` */
export function readAuthAction(word: string): AuthAction {
  if (word === 'login' || word === 'status' || word === 'logout') return word
  return refuseUsage('auth knows login, status and logout.')
}

/**
 * Reads how a login introduces itself. What an id, an address or a scope may be is for mcp-oauth to say.
 * @throws GovernedError `usage_invalid`
 */
export function readClientOptions(action: AuthAction, options: GivenOptions): OAuthClientOptions {
  const given = LOGIN_OPTIONS.find((name) => options.flag(name))
  if (action !== 'login' && given !== undefined) refuseUsage(`--${given} is an option of auth login.`)
  const [clientId, clientSecretEnv] = [options.value('client-id'), options.value('client-secret-env')]
  if (clientSecretEnv !== null && clientId === null) refuseUsage('--client-secret-env is the secret of a client: give --client-id too.')
  // `--client-secret-env NAME=secret` would put the secret on the command line.
  if (clientSecretEnv?.includes('=') === true) refuseUsage('--client-secret-env takes the name of a variable, without a value.')
  return {
    clientId,
    clientSecretEnv,
    clientMetadataUrl: options.value('client-metadata-url'),
    issuer: options.value('issuer'),
    scopes: options.flag('scope') ? options.values('scope').flatMap((text) => text.split(' ').filter((scope) => scope !== '')) : null
  }
}
