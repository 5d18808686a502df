import { execFile } from 'node:child_process'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import { readJson } from '../workspace/read-members.ts'

/** The folder of the pnpm of this workspace, which npx fetches where it is missing: each later start costs no npx. */
export async function findPnpm(env: NodeJS.ProcessEnv): Promise<string> {
  const { devEngines } = (await readJson('package.json')) as { devEngines: { packageManager: { version: string } } }
  const args = ['-y', '-p', `pnpm@${devEngines.packageManager.version}`, '-c', 'command -v pnpm']
  const { stdout } = await promisify(execFile)('npx', args, { env })
  return dirname(stdout.trim())
}
