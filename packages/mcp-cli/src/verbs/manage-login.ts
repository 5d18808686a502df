import type { AuthInvocation } from '../arguments/invocation.ts'
import { refuseUsage } from '../arguments/refuse-usage.ts'
import type { CliIo } from '../cli-io.ts'
import { collectCredentials } from '../connection/collect-credentials.ts'
import type { Credentials } from '../connection/collect-credentials.ts'
import { readTarget } from '../connection/read-target.ts'
import { requireStateFolder } from '../login/state-folder.ts'
import { loginStore } from '../login/login-store.ts'
import type { LoginStore } from '../login/login-store.ts'
import type { Output } from '../output/output.ts'
import type { HttpTarget } from '../target/server-target.ts'

/** A server that one can log in to, and where its login is kept. */
export interface LoginPlace {
  readonly target: HttpTarget
  /** The address in its one spelling: it names the login. */
  readonly endpoint: string
  /** Headers beside the login. */
  readonly credentials: Credentials
  readonly store: LoginStore
}

/** `auth login`, `auth status`, `auth logout`: OAuth logins of servers with an address. */
export async function manageLogin(invocation: AuthInvocation, io: CliIo, output: Output): Promise<number> {
  const place = await findPlace(invocation, io)
  switch (invocation.action) {
    case 'login':
      return (await import('./log-in.ts')).logIn(invocation, place, io, output)
    case 'status':
      return (await import('./show-login.ts')).showLogin(invocation, place, io, output)
    case 'logout':
      return (await import('./log-out.ts')).logOut(invocation, place, io, output)
  }
}

/** @throws GovernedError `usage_invalid`, `endpoint_invalid`, `platform_unsupported`, and what reading the target throws */
async function findPlace({ target: argument, connection }: AuthInvocation, io: CliIo): Promise<LoginPlace> {
  const target = await readTarget(argument, io)
  if (target.kind !== 'http') refuseUsage('auth is for servers with an address.')
  const credentials = collectCredentials(target, connection, io.env)
  if (credentials.headers.some(({ name }) => name === 'authorization')) refuseUsage('This server gets its authorization header from the configuration.')
  // The transport says what is wrong with an address; here it only has to have one spelling.
  const endpoint = URL.canParse(target.url) ? new URL(target.url).href : target.url
  return { target, endpoint, credentials, store: loginStore(requireStateFolder(io.env), endpoint) }
}
