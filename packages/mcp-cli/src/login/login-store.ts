import { createHash } from 'node:crypto'
import type { OAuthStateStore } from '@b10x/mcp-oauth'
import { parseLoginRecord } from './login-record.ts'
import type { Login, LoginClient, LoginRecord } from './login-record.ts'
import { refuseLoginState } from './refuse-login-state.ts'
import { checkStateFolder, makeStateFolder } from './state-folder.ts'
import { versionedFile } from './versioned-file.ts'

/** The login for one server, in a file that only its owner can read. */
export interface LoginStore {
  /** Null where there is none. @throws GovernedError `oauth_state_invalid` */
  read(): Promise<Login | null>
  /** The state as mcp-oauth wants it; what it saves is saved with `client`. */
  stateOf(client: LoginClient): OAuthStateStore
  /** Forgets the login, whatever is in the file. @throws GovernedError `oauth_state_invalid` */
  forget(): Promise<void>
}

interface Current {
  readonly version: number
  readonly login: Login | null
}

const NOTHING: Current = { version: 0, login: null }

/** @param folder of all logins; made with the first save */
export function loginStore(folder: string, endpoint: string): LoginStore {
  const name = createHash('sha256').update(endpoint).digest('hex')
  const file = versionedFile(folder, name)
  const serialize = (login: Login | null): string => `${JSON.stringify({ format: 'b10x.cli-login.v1', endpoint, login } satisfies LoginRecord)}\n`

  async function current(): Promise<Current> {
    if (!(await checkStateFolder(folder))) return NOTHING
    const found = await file.read()
    if (found === null) return NOTHING
    const record = parseLoginRecord(found.text, endpoint)
    if (record === null) return refuseLoginState('format', `${folder}/${name}.${found.number}.json`, 'not_a_login')
    return { version: found.number, login: record.login }
  }

  return {
    read: async () => (await current()).login,
    stateOf: (client) => ({
      load: async () => (await current()).login?.state,
      async compareAndSet(expected, next) {
        const { version, login } = await current()
        if ((login?.state.revision ?? null) !== expected) return false
        await makeStateFolder(folder)
        return file.follow(version, serialize({ client, state: next }))
      }
    }),
    async forget() {
      if (!(await checkStateFolder(folder))) return
      // An empty version instead of a removed file: a process that is about to save tokens must notice.
      for (;;) {
        const latest = await file.latest()
        if (latest === 0 || (await file.follow(latest, serialize(null)))) return
      }
    }
  }
}
