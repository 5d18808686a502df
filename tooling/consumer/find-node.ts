// The Node that a consumer brings.
import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** The folder of a Node 20: the machine's own, else one that npm installs below `folder`. */
export async function findNode20(folder: string, env: NodeJS.ProcessEnv): Promise<string> {
  const own = await run('node', ['-p', 'JSON.stringify([process.versions.node, path.dirname(process.execPath)])'], { env }).catch(() => null)
  const [version, place] = own === null ? ['', ''] : (JSON.parse(own.stdout) as [string, string])
  if (isNode20(version)) return place
  const target = join(folder, 'node-20')
  await mkdir(target)
  await writeFile(join(target, 'package.json'), JSON.stringify({ private: true }))
  await run('npm', ['install', '--no-audit', '--no-fund', 'node@20'], { cwd: target, env })
  const place20 = join(target, 'node_modules/node/bin')
  const { stdout } = await run(join(place20, 'node'), ['-p', 'process.versions.node'], { env })
  if (!isNode20(stdout)) throw new Error('npm gave no Node 20.19 or later')
  return place20
}

/** `require()` of ECMAScript modules needs 20.19. */
function isNode20(version: string): boolean {
  return /^20\.(19|[2-9]\d)\./.test(version)
}
