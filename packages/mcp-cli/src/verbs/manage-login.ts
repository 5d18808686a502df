import type { AuthInvocation } from '../arguments/invocation.ts'
import type { CliIo } from '../cli-io.ts'
import { findLoginPlace } from '../login/find-login-place.ts'
import type { Output } from '../output/output.ts'

/** `auth login`, `auth status`, `auth logout`: OAuth logins of servers with an address. */
export async function manageLogin(invocation: AuthInvocation, io: CliIo, output: Output): Promise<number> {
  const place = await findLoginPlace(invocation, io)
  switch (invocation.action) {
    case 'login':
      return (await import('./log-in.ts')).logIn(invocation, place, io, output)
    case 'status':
      return (await import('./show-login.ts')).showLogin(invocation, place, io, output)
    case 'logout':
      return (await import('./log-out.ts')).logOut(invocation, place, io, output)
  }
}
