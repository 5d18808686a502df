import { createHash, timingSafeEqual } from 'node:crypto'
import type { Authenticator, Principal } from '@b10x/ports'
import { refuseOption } from './refuse-option.ts'

const MIN_CHARACTERS = 16
const TOKEN = /^[A-Za-z0-9\-._~+/]+=*$/

/**
 * Fixed tokens, for development and tests: they do not expire, and whoever reads the program has them. Tokens are kept as
 * digests, and each is compared with all of them in constant time.
 *
 * @param principals by token: at least 16 characters of RFC 6750, 2.1
 * @throws GovernedError `option_invalid`, without the token
 */
export function staticTokenAuthenticator(principals: Readonly<Record<string, Principal>>): Authenticator {
  const known = Object.entries(principals).map(([token, principal]) => {
    if (token.length < MIN_CHARACTERS || !TOKEN.test(token)) refuseOption('principals', 'a token that is short, or no bearer token')
    return { digest: digestOf(token), principal }
  })
  if (known.length === 0) refuseOption('principals', 'no token')
  return {
    authenticate({ token }) {
      if (token === null) return 'missing'
      const digest = digestOf(token)
      let found: Principal | null = null
      for (const each of known) {
        if (timingSafeEqual(each.digest, digest)) found = each.principal
      }
      return found ?? 'invalid'
    }
  }
}

function digestOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
