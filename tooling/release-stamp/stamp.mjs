// Run in a package folder after its build: overwrites `dist/release.js`, and nothing else, with the facts of this build.
// Not a cached task: a cache hit would keep the revision of an older commit.
// Where nothing is built it builds first: pnpm installs a git pin by checking the workspace out, installing it, and
// running `prepack`. So no install of the workspace itself has to build, as it would with a `prepare` script.
import { execFileSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readRelease } from './read-release.mjs'

const packageFolder = process.cwd()
if (!existsSync(join(packageFolder, 'dist'))) {
  const tsc = join(packageFolder, '../../node_modules/typescript/bin/tsc')
  execFileSync(process.execPath, [tsc, '-b'], { cwd: packageFolder, stdio: 'inherit' })
}
if (existsSync(join(packageFolder, 'src/release.ts'))) {
  const target = join(packageFolder, 'dist/release.js')
  if (!existsSync(target)) throw new Error(`${target} is missing: build first`)
  writeFileSync(target, readRelease(packageFolder))
}
