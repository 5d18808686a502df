import path from 'node:path'

export interface ClientLocation {
  readonly scope: 'project' | 'user'
  readonly file: string
}

export interface Surroundings {
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly platform: NodeJS.Platform
}

/** Where the usual programs keep their servers on Linux and macOS, for one folder and for the user. Absolute paths. */
export function clientLocations({ cwd, env, platform }: Surroundings): readonly ClientLocation[] {
  const project = ['.mcp.json', '.vscode/mcp.json', '.cursor/mcp.json', '.gemini/settings.json']
  const home = env['HOME']
  const user = home === undefined || !path.isAbsolute(home) ? [] : userFiles(home, configFolder(home, env, platform))
  const files = [
    ...project.map((file) => ({ scope: 'project' as const, file: path.join(cwd, file) })),
    ...user.map((file) => ({ scope: 'user' as const, file }))
  ]
  // In the home folder a program's project file is its user file.
  return files.filter(({ file, scope }) => scope === 'user' || !user.includes(file))
}

function userFiles(home: string, config: string): readonly string[] {
  return [
    path.join(home, '.claude.json'),
    path.join(config, 'Claude/claude_desktop_config.json'),
    path.join(home, '.cursor/mcp.json'),
    path.join(config, 'Code/User/mcp.json'),
    path.join(home, '.codeium/windsurf/mcp_config.json'),
    path.join(home, '.gemini/settings.json')
  ]
}

function configFolder(home: string, env: Surroundings['env'], platform: NodeJS.Platform): string {
  if (platform === 'darwin') return path.join(home, 'Library/Application Support')
  const named = env['XDG_CONFIG_HOME']
  // A relative one is to be ignored (XDG Base Directory Specification).
  return named !== undefined && path.isAbsolute(named) ? named : path.join(home, '.config')
}
