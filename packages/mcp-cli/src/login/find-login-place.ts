import type { AuthInvocation } from '../arguments/invocation.ts'
import { refuseUsage } from '../arguments/refuse-usage.ts'
import type { CliIo } from '../cli-io.ts'
import { collectCredentials } from '../connection/collect-credentials.ts'
import type { Credentials } from '../connection/collect-credentials.ts'
import { readTarget } from '../connection/read-target.ts'
import type { HttpTarget } from '../target/server-target.ts'
import { loginStore } from './login-store.ts'
import type { LoginStore } from './login-store.ts'
import { requireStateFolder } from './state-folder.ts'

/** A server that one can log in to, and where its login is kept. */
export interface LoginPlace {
  readonly target: HttpTarget
  /** The address in its one spelling: it names the login. */
  readonly endpoint: string
  /** Headers beside the login. */
  readonly credentials: Credentials
  readonly store: LoginStore
}

/** @throws GovernedError `usage_invalid`, `variable_missing`, `platform_unsupported`, and what reading the target throws */
export async function findLoginPlace({ target: argument, connection }: AuthInvocation, io: CliIo): Promise<LoginPlace> {
  const target = await readTarget(argument, io)
  if (target.kind !== 'http') refuseUsage('auth is for servers with an address.')
  const credentials = collectCredentials(target, connection, io.env)
  if (credentials.headers.some(({ name }) => name === 'authorization')) refuseUsage('This server gets its authorization header from the configuration.')
  // The transport says what is wrong with an address; here it only has to have one spelling.
  const endpoint = URL.canParse(target.url) ? new URL(target.url).href : target.url
  return { target, endpoint, credentials, store: loginStore(requireStateFolder(io.env), endpoint) }
}
