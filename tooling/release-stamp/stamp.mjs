// Run in a package folder after its build: overwrites `dist/release.js`, and nothing else, with the facts of this build.
// Not a cached task: a cache hit would keep the revision of an older commit.
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readRelease } from './read-release.mjs'

const packageFolder = process.cwd()
if (existsSync(join(packageFolder, 'src/release.ts'))) {
  const target = join(packageFolder, 'dist/release.js')
  if (!existsSync(target)) throw new Error(`${target} is missing: build first`)
  writeFileSync(target, readRelease(packageFolder))
}
