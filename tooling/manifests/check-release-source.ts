import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { WORKSPACE, type Member } from '../workspace/read-members.ts'

/** A release module states the version of its manifest, so that code run from source does too. */
export async function checkReleaseSource({ folder, manifest }: Member): Promise<string[]> {
  const path = join(WORKSPACE, folder, 'src/release.ts')
  if (!existsSync(path)) return []
  const source = await readFile(path, 'utf8')
  const stated = source.includes(`name: '${manifest.name}'`) && source.includes(`version: '${manifest.version}'`)
  return stated ? [] : [`${folder}/src/release.ts states another name or version than the manifest`]
}
