// After `changeset version`: every `src/release.ts` states the new version of its manifest.
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const workspace = join(import.meta.dirname, '../..')
for (const path of globSync('packages/*/src/release.ts', { cwd: workspace })) {
  const module = join(workspace, path)
  const { version } = JSON.parse(readFileSync(join(module, '../../package.json'), 'utf8'))
  const source = readFileSync(module, 'utf8')
  const stated = source.replace(/version: '[^']*'/, `version: '${version}'`)
  if (!stated.includes(`version: '${version}'`)) throw new Error(`${path} states no version`)
  writeFileSync(module, stated)
}
