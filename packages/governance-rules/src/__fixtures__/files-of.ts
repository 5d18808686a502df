import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ProjectFiles } from '../contract/project-files.ts'

/** A complete producer project whose documents agree with one another. */
const HONEST_PROJECT: string = fileURLToPath(new URL('honest-project', import.meta.url))

/** A project out of a record from path to text. */
export function filesOfRecord(texts: Readonly<Record<string, string>>): ProjectFiles {
  const paths = Object.keys(texts).toSorted()
  return {
    read: path => (Object.hasOwn(texts, path) ? (texts[path] ?? null) : null),
    list: prefix => paths.filter(path => path.startsWith(prefix))
  }
}

/** The texts of a folder, by path from it; spread it and replace one file to plant a fault. */
export function textsOfFolder(folder: string = HONEST_PROJECT): Record<string, string> {
  const texts: Record<string, string> = {}
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    texts[path.slice(folder.length + 1).replaceAll('\\', '/')] = readFileSync(path, 'utf8')
  }
  return texts
}

export function filesOfFolder(folder: string = HONEST_PROJECT): ProjectFiles {
  return filesOfRecord(textsOfFolder(folder))
}
