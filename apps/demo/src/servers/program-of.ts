import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createRequire } from 'node:module'

const { resolve } = createRequire(import.meta.url)

/** The absolute path of an installed package's only command. */
export function programOf(name: string): string {
  const manifestPath = resolve.paths(name)?.map((folder) => join(folder, name, 'package.json')).find(isReadable)
  if (manifestPath === undefined) throw new Error(`${name} is not installed`)
  const { bin } = JSON.parse(readFileSync(manifestPath, 'utf8')) as { bin: string | Record<string, string> }
  const program = typeof bin === 'string' ? bin : Object.values(bin)[0]
  if (program === undefined) throw new Error(`${name} has no command`)
  return join(dirname(manifestPath), program)
}

function isReadable(path: string): boolean {
  try {
    return readFileSync(path).length > 0
  } catch {
    return false
  }
}
