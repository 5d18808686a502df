import { randomUUID } from 'node:crypto'
import { constants, link, open, readdir, rm, stat } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import path from 'node:path'
import { refuseLoginState } from './refuse-login-state.ts'

export interface Version {
  readonly number: number
  readonly text: string
}

/**
 * A text that several processes change, without a lock that a killed one could leave behind. Version 7 of `name` is the
 * file `name.7.json`: written aside and then linked, which succeeds for one process only. The highest version counts,
 * lower ones are removed. A version never changes, so whoever saw 7 and makes 8 has overwritten nothing unseen.
 */
export interface VersionedFile {
  /** @throws GovernedError `oauth_state_invalid` for a link, another owner, wider modes than 0600, over 1 MiB */
  read(): Promise<Version | null>
  /** The highest version there is, without a look into it; 0 without any. */
  latest(): Promise<number>
  /** Makes the version after `seen`. False, and nothing changed, where somebody else made it already. */
  follow(seen: number, text: string): Promise<boolean>
}

const OWNER_ONLY = 0o600
const FOR_OTHERS = 0o077
const MAX_BYTES = 1024 * 1024
const MAX_ATTEMPTS = 20
/** What a killed process left half written is removed after this. */
const ABANDONED_MS = 60_000

export function versionedFile(folder: string, name: string): VersionedFile {
  const fileOf = (version: number): string => path.join(folder, `${name}.${version}.json`)

  async function versions(): Promise<readonly number[]> {
    const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return []
      return refuseLoginState('load', folder, 'io', error)
    })
    const found = names.filter((file) => file.startsWith(`${name}.`)).map((file) => /^\.([1-9]\d{0,14})\.json$/.exec(file.slice(name.length))?.[1])
    return found.flatMap((version) => (version === undefined ? [] : [Number(version)]))
  }

  async function latest(): Promise<number> {
    return Math.max(0, ...(await versions()))
  }

  async function publish(version: number, text: string): Promise<boolean> {
    const aside = path.join(folder, `${name}.${randomUUID()}.tmp`)
    try {
      const handle = await open(aside, 'wx', OWNER_ONLY)
      try {
        await handle.writeFile(text)
        await handle.sync()
      } finally {
        await handle.close()
      }
      await link(aside, fileOf(version))
      return true
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
      return refuseLoginState('save', fileOf(version), 'io', error)
    } finally {
      await rm(aside, { force: true })
    }
  }

  async function removeOlder(version: number): Promise<void> {
    const older = (await versions()).filter((one) => one < version)
    const abandoned = (await readdir(folder)).filter((file) => file.startsWith(`${name}.`) && file.endsWith('.tmp'))
    for (const file of abandoned) {
      const found = await stat(path.join(folder, file)).catch(() => null)
      if (found !== null && Date.now() - found.mtimeMs > ABANDONED_MS) await rm(path.join(folder, file), { force: true })
    }
    for (const one of older) await rm(fileOf(one), { force: true })
  }

  return {
    latest,
    async read() {
      // What was the latest may be replaced before it is opened.
      for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
        const number = await latest()
        if (number === 0) return null
        const text = await readPrivate(fileOf(number))
        if (text !== null) return { number, text }
      }
      return refuseLoginState('load', folder, 'io')
    },
    async follow(seen, text) {
      if (!(await publish(seen + 1, text))) return false
      // Others may have gone on from the same version and removed what they replaced: then theirs counts. Or they went on
      // from ours already, and then a caller that reads again finds its own change.
      if ((await latest()) > seen + 1) {
        await rm(fileOf(seen + 1), { force: true })
        return false
      }
      await removeOlder(seen + 1)
      return true
    }
  }
}

/** Null where the file is gone. */
async function readPrivate(file: string): Promise<string | null> {
  let handle: FileHandle
  try {
    handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : ''
    if (code === 'ENOENT') return null
    return refuseLoginState('load', file, code === 'ELOOP' ? 'link' : 'io', error)
  }
  try {
    const found = await handle.stat()
    if (!found.isFile()) refuseLoginState('load', file, 'not_a_file')
    if (found.uid !== process.getuid?.()) refuseLoginState('load', file, 'other_owner')
    if ((found.mode & FOR_OTHERS) !== 0) refuseLoginState('load', file, 'open_to_others')
    if (found.size > MAX_BYTES) refuseLoginState('load', file, 'too_large')
    return await handle.readFile('utf8')
  } finally {
    await handle.close()
  }
}
