import { createHash } from 'node:crypto'
import type { OAuthState, OAuthStateStore } from '@b10x/mcp-oauth'
import { parseLoginRecord } from './login-record.ts'
import type { LoginClient, LoginRecord } from './login-record.ts'
import { refuseLoginState } from './refuse-login-state.ts'
import { checkStateFolder, makeStateFolder } from './state-folder.ts'
import { versionedFile } from './versioned-file.ts'

/** The login for one server, in a file that only its owner can read. */
export interface LoginStore {
  /** Null where there is none. @throws GovernedError `oauth_state_invalid` */
  read(): Promise<LoginRecord | null>
  /** The state as mcp-oauth wants it; what it saves is saved with `client`. */
  stateOf(client: LoginClient): OAuthStateStore
  /** Forgets the login, whatever is in the file. @throws GovernedError `oauth_state_invalid` */
  forget(): Promise<void>
}

interface Current {
  readonly version: number
  readonly record: LoginRecord | null
}

const NOTHING: Current = { version: 0, record: null }

/** @param folder of all logins; made with the first save */
export function loginStore(folder: string, endpoint: string): LoginStore {
  const name = createHash('sha256').update(endpoint).digest('hex')
  const file = versionedFile(folder, name)
  const serialize = (client: LoginClient | null, state: OAuthState | null): string =>
    `${JSON.stringify({ format: 'b10x.cli-login.v1', endpoint, client, state } satisfies LoginRecord)}\n`

  async function current(): Promise<Current> {
    if (!(await checkStateFolder(folder))) return NOTHING
    const found = await file.read()
    if (found === null) return NOTHING
    const record = parseLoginRecord(found.text, endpoint)
    if (record === null) return refuseLoginState('format', `${folder}/${name}.${found.number}.json`, 'not_a_login')
    return { version: found.number, record }
  }

  return {
    async read() {
      const { record } = await current()
      return record?.state == null ? null : record
    },
    stateOf: (client) => ({
      load: async () => (await current()).record?.state,
      async compareAndSet(expected, next) {
        const { version, record } = await current()
        if ((record?.state?.revision ?? null) !== expected) return false
        await makeStateFolder(folder)
        return file.follow(version, serialize(client, next))
      }
    }),
    async forget() {
      if (!(await checkStateFolder(folder))) return
      // An empty version instead of a removed file: a process that is about to save tokens must notice.
      for (;;) {
        const latest = await file.latest()
        if (latest === 0 || (await file.follow(latest, serialize(null, null)))) return
      }
    }
  }
}
