// The Node that a consumer brings.
import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** The oldest Node that packages ask for: most of them, and those of the connectors. `require()` of ECMAScript modules needs 20.19. */
export type NodeFloor = '20.19' | '22.19'

/** The folder of a Node of that line, from its floor on: the machine's own, else one that npm installs below `folder`. */
export async function findNode(floor: NodeFloor, folder: string, env: NodeJS.ProcessEnv): Promise<string> {
  const own = await run('node', ['-p', 'JSON.stringify([process.versions.node, path.dirname(process.execPath)])'], { env }).catch(() => null)
  const [version, place] = own === null ? ['', ''] : (JSON.parse(own.stdout) as [string, string])
  if (fits(version, floor)) return place
  const [line] = floor.split('.')
  const target = join(folder, `node-${line}`)
  await mkdir(target)
  await writeFile(join(target, 'package.json'), JSON.stringify({ private: true }))
  await run('npm', ['install', '--no-audit', '--no-fund', `node@~${floor}.0`], { cwd: target, env })
  const found = join(target, 'node_modules/node/bin')
  const { stdout } = await run(join(found, 'node'), ['-p', 'process.versions.node'], { env })
  if (!fits(stdout, floor)) throw new Error(`npm gave no Node ${floor}`)
  return found
}

function fits(version: string, floor: NodeFloor): boolean {
  const [line, least = ''] = floor.split('.')
  const [own, minor = ''] = version.split('.')
  return own === line && Number(minor) >= Number(least)
}
