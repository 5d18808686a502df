import type { HarnessManifest, RecognizedMode } from './harness-manifest.ts'
import type { ProjectFiles } from './project-files.ts'
import type { SourcePosition } from './source-position.ts'

/** Where hosts keep the servers that a project uses. */
const SERVER_LISTS = ['.mcp.json', 'mcp.json', '.vscode/mcp.json', '.cursor/mcp.json'] as const
const OWN_SERVER = /b10x-governance["']?\s*,?\s*(?:\[\s*)?["']?\s*(?:serve\b)?/

/** What a project does with MCP, by what is there: it may do all three at once. */
export function recognizeModes(files: ProjectFiles, manifest: HarnessManifest | null): readonly RecognizedMode[] {
  const modes: RecognizedMode[] = []
  const producer = manifest?.modules.architectures.find(({ value }) => value === 'mcp-server')
  if (producer !== undefined) modes.push({ mode: 'producer', at: producer.at })
  const overlay = manifest?.modules.domains.find(({ value }) => value === 'mcp-integration')
  const list = SERVER_LISTS.find((path) => files.read(path) !== null)
  const consumer = overlay?.at ?? (files.read('TOOLS.md') === null ? undefined : startOf('TOOLS.md')) ?? (list === undefined ? undefined : startOf(list))
  if (consumer !== undefined) modes.push({ mode: 'consumer', at: consumer })
  const exposed = SERVER_LISTS.flatMap((path) => placeOf(files, path, OWN_SERVER))[0]
  if (exposed !== undefined) modes.push({ mode: 'exposed-governance', at: exposed })
  return modes
}

function placeOf(files: ProjectFiles, path: string, pattern: RegExp): readonly SourcePosition[] {
  const before = (() => {
    const text = files.read(path)
    const index = text === null ? -1 : (pattern.exec(text)?.index ?? -1)
    return text === null || index === -1 ? null : text.slice(0, index).split('\n')
  })()
  return before === null ? [] : [{ file: path, line: before.length, column: (before.at(-1)?.length ?? 0) + 1 }]
}

function startOf(file: string): SourcePosition {
  return { file, line: 1, column: 1 }
}
