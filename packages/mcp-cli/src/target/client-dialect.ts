import path from 'node:path'

/** Whose file it is; `mcp-json` is the `.mcp.json` that several programs share, `other` any file we do not know. */
export type ClientName =
  | 'mcp-json'
  | 'claude-code'
  | 'claude-desktop'
  | 'cursor'
  | 'gemini-cli'
  | 'vs-code'
  | 'windsurf'
  | 'other'

/** How one program writes its file, told from the file's name and folder. */
export interface ClientDialect {
  readonly client: ClientName
  /** Absolute: where its servers start. The folder of the file, or the one above the program's own folder. */
  readonly folder: string
  /** `$NAME` is a variable too (Gemini CLI). */
  readonly bareVariables: boolean
}

/** Folders that hold a program's files and nothing of the project. */
const OWN_FOLDERS: readonly string[] = ['.vscode', '.cursor', '.gemini']

export function dialectOf(absoluteFile: string): ClientDialect {
  const folder = path.dirname(absoluteFile)
  const client = clientOf(path.basename(absoluteFile), path.basename(folder))
  return {
    client,
    folder: OWN_FOLDERS.includes(path.basename(folder)) ? path.dirname(folder) : folder,
    bareVariables: client === 'gemini-cli'
  }
}

/** What `${…}` means in these files beside environment variables (VS Code and Cursor). */
export function fixedVariables(folder: string, env: Readonly<Record<string, string | undefined>>): ReadonlyMap<string, string> {
  const home = env['HOME']
  return new Map([
    ['workspaceFolder', folder],
    ['workspaceFolderBasename', path.basename(folder)],
    ['pathSeparator', path.sep],
    ['/', path.sep],
    ...(home === undefined ? [] : [['userHome', home] as const])
  ])
}

function clientOf(name: string, folder: string): ClientName {
  switch (name) {
    case '.mcp.json':
      return 'mcp-json'
    case '.claude.json':
      return 'claude-code'
    case 'claude_desktop_config.json':
      return 'claude-desktop'
    case 'mcp_config.json':
      return folder === 'windsurf' ? 'windsurf' : 'other'
    case 'settings.json':
      return folder === '.gemini' ? 'gemini-cli' : 'other'
    case 'mcp.json':
      if (folder === '.cursor') return 'cursor'
      return folder === '.vscode' || folder === 'User' ? 'vs-code' : 'other'
    default:
      return 'other'
  }
}
