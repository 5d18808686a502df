// Inside this workspace `node` is the one that it installs for itself, and npm would take the workspace for its project.
import { delimiter } from 'node:path'

/** What npm and pnpm tell their own scripts about this workspace, which would lead a second npm astray. */
const ABOUT_US = /^(npm_(config_(local_prefix|global_prefix|prefix|globalconfig|npm_version|user_agent|node_gyp)|package_|lifecycle_|command|execpath|node_execpath)|pnpm_|PNPM_|NODE_OPTIONS|INIT_CWD)/

/** The environment of somebody outside this workspace: the settings of the machine stay. */
export function outsideEnvironment(): NodeJS.ProcessEnv {
  const path = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => !folder.includes('node_modules'))
  const kept = Object.entries(process.env).filter(([name]) => !ABOUT_US.test(name))
  return { ...Object.fromEntries(kept), PATH: path.join(delimiter) }
}
