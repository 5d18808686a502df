import type { GovernanceContract } from '../contract/governance-contract.ts'
import type { SourcePosition } from '../contract/source-position.ts'
import type { ChangedCommit, ChangedFile, ChangeSet } from './change-set.ts'
import { joinPatterns } from './join-patterns.ts'
import { matchesAny, touches } from './match-paths.ts'

/** Where the source looks for the code of a server, from a module or as it comes with this package. */
const EXPOSED_PATHS: readonly string[] = ['^src/mcp/', '^mcp/', '^server/mcp/', '^mcp\\.json$', '^\\.mcp\\.json$', '^mcp-manifest\\.']
/** Tests and prose expose nothing. */
const NO_CODE = /(?:^|\/)(?:__tests__|__fixtures__|tests?|fixtures)\/|\.(?:test|spec)\.[^/]*$|\.(?:md|mdx|txt|rst)$/i

/** Lines by which code says what a server exposes. */
export const CAPABILITY_CODE: RegExp = joinPatterns([
  /\bcapabilities\b["']?\s*[:=(]|\bregisterCapabilities\s*\(|\bNotificationOptions\s*\(/,
  /\blistChanged\b["']?\s*[:=]|\blist_?changed\s*=/,
  /\bcreateMessage\s*\(|\bcreate_message\s*\(|\belicit(?:Input|ation)?\s*\(|\binputRequired\s*\(/
])
export const TOOL_CODE: RegExp = joinPatterns(
  [
    /\bregister(?:App)?(?:Tool|Resource|Prompt)\s*\(|\.(?:tool|add_?tool|resource|prompt)\s*\(|@\w+\.(?:tool|resource|prompt)\b/,
    /\bList(?:Tools|Resources|Prompts)RequestSchema\b|["'](?:tools|resources|prompts)\/list["']/
  ],
  'i'
)
export const TRANSPORT_CODE: RegExp = joinPatterns(
  [
    /\b(?:Stdio|StreamableHTTP|SSE|WebStandardStreamableHTTP|NodeStreamableHTTP)ServerTransport\b/,
    /\bstdio_server\b|\bstreamable_http_app\b|\brequireBearerAuth\b|\bwww-authenticate\b/,
    /\boauth-protected-resource\b|\bauthorization_servers\b|\bscopes_supported\b|\bcode_challenge\b/
  ],
  'i'
)

/** A change of code that says what a server exposes. */
export interface ExposedChange {
  readonly commit: ChangedCommit
  readonly file: ChangedFile
  readonly at: SourcePosition
}

/** The patterns of code that a server exposes. */
export function exposedPaths(contract: GovernanceContract): readonly string[] {
  const module = contract.modules.find(({ id }) => id === 'architectures/mcp-server')
  const paths = module?.sensitivePaths.filter(source => !source.startsWith('^docs/')) ?? []
  return paths.length > 0 ? paths : EXPOSED_PATHS
}

/**
 * The commits that change lines of a kind in exposed code. Lines that were taken out have no place of their own: a file
 * that has fewer such lines at the head than at the base counts in every commit that changed it.
 */
export function findExposedChanges(set: ChangeSet, contract: GovernanceContract, code: RegExp): readonly ExposedChange[] {
  const paths = exposedPaths(contract)
  const found: ExposedChange[] = []
  const lost = new Map<string, boolean>()
  const hasLost = (file: ChangedFile): boolean => {
    const key = JSON.stringify([file.kind, file.previousPath, file.path])
    const known = lost.get(key) ?? lostLines(set, file, code)
    lost.set(key, known)
    return known
  }
  for (const commit of set.commits) {
    for (const file of commit.files) {
      if (!touches(file, paths) || NO_CODE.test(file.path)) continue
      const line = file.addedLines?.find(({ text }) => isCode(text) && code.test(text.slice(0, 4_096)))
      if (line !== undefined) found.push({ commit, file, at: { file: file.path, line: line.line, column: columnOf(line.text, code) } })
      else if (hasLost(file))
        found.push({ commit, file, at: { file: file.path, line: file.addedLines?.[0]?.line ?? 1, column: 1 } })
    }
  }
  return found
}

/** Whether all that a document asks for was updated in a commit. */
export function commitUpdates(commit: ChangedCommit, path: string): boolean {
  return commit.files.some(file => file.path === path && file.kind !== 'deleted')
}

/** Whether a path is code of the server, in any state. */
export function isExposedCode(path: string, paths: readonly string[]): boolean {
  return matchesAny(paths, path) && !NO_CODE.test(path)
}

export function isCode(line: string): boolean {
  return !/^\s*(?:\/\/|\*|\/\*|#(?!\[))/.test(line)
}

function lostLines(set: ChangeSet, file: ChangedFile, code: RegExp): boolean {
  if (file.kind === 'added' || file.kind === 'submodule') return false
  const count = (text: string | null): number =>
    text?.split('\n').filter(line => isCode(line) && code.test(line.slice(0, 4_096))).length ?? 0
  return count(set.base.read(file.previousPath ?? file.path)) > (file.kind === 'deleted' ? 0 : count(set.head.read(file.path)))
}

function columnOf(text: string, code: RegExp): number {
  return (code.exec(text.slice(0, 4_096))?.index ?? 0) + 1
}
