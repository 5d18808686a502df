import type { GovernanceContract } from '../contract/governance-contract.ts'
import type { SourcePosition } from '../contract/source-position.ts'
import type { ChangedCommit, ChangedFile, ChangeSet } from './change-set.ts'
import type { ExposureKind } from './exposure-kinds.ts'
import { matchesAny, touches } from './match-paths.ts'

const MAX_LINE = 4_096
/** Where the source looks for the code of a server, from a module or as it comes with this package. */
const EXPOSED_PATHS: readonly string[] = ['^src/mcp/', '^mcp/', '^server/mcp/', '^mcp\\.json$', '^\\.mcp\\.json$', '^mcp-manifest\\.']
/** Tests and prose expose nothing. */
const NO_CODE = /(?:^|\/)(?:__tests__|__fixtures__|tests?|fixtures)\/|\.(?:test|spec)\.[^/]*$|\.(?:md|mdx|txt|rst)$/i

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
 * whose declarations are fewer or others at the head than at the base counts in every commit that changed it, where no
 * commit has a line to show for that.
 */
export function findExposedChanges(set: ChangeSet, contract: GovernanceContract, kind: ExposureKind): readonly ExposedChange[] {
  const paths = exposedPaths(contract)
  const changes = set.commits.flatMap(commit => commit.files.map(file => ({ commit, file })))
  const exposed = changes.filter(({ file }) => touches(file, paths) && !NO_CODE.test(file.path))
  const declared = new Map<string, ReadonlySet<string>>()
  const added = exposed.map(({ commit, file }) => {
    const lines = declared.get(file.path) ?? declaredLines(set, file, kind)
    declared.set(file.path, lines)
    const line = file.addedLines?.find(({ text }) => isCode(text) && (kind.line.test(text.slice(0, MAX_LINE)) || lines.has(text.trim())))
    return line === undefined ? null : { commit, file, at: { file: file.path, line: line.line, column: columnOf(line.text, kind) } }
  })
  const shown = new Set(added.flatMap(change => (change === null ? [] : [change.file.path])))
  const lost = new Map<string, boolean>()
  return exposed.flatMap(({ commit, file }, i) => {
    const change = added[i]
    if (change !== null && change !== undefined) return [change]
    if (shown.has(file.path) && file.kind !== 'deleted') return []
    const key = JSON.stringify([file.kind, file.previousPath, file.path])
    const differs = lost.get(key) ?? hasLost(set, file, kind)
    lost.set(key, differs)
    return differs ? [{ commit, file, at: { file: file.path, line: file.addedLines?.[0]?.line ?? 1, column: 1 } }] : []
  })
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

/** The lines of declarations, at the head and at the base; those of punctuation alone say nothing. */
function declaredLines(set: ChangeSet, file: ChangedFile, kind: ExposureKind): ReadonlySet<string> {
  const texts = [set.base.read(file.previousPath ?? file.path), set.head.read(file.path)]
  const lines = texts.flatMap(text => kind.blocks(codeOf(text))).flatMap(block => block.split('\n'))
  return new Set(lines.map(line => line.trim()).filter(line => /[\p{L}\p{N}]/u.test(line)))
}

function hasLost(set: ChangeSet, file: ChangedFile, kind: ExposureKind): boolean {
  if (file.kind === 'added' || file.kind === 'submodule') return false
  const was = codeOf(set.base.read(file.previousPath ?? file.path))
  const is = file.kind === 'deleted' ? '' : codeOf(set.head.read(file.path))
  const count = (text: string): number => text.split('\n').filter(line => kind.line.test(line.slice(0, MAX_LINE))).length
  const blocks = (text: string): string => kind.blocks(text).join('\n').replace(/\s+/g, ' ')
  return count(was) > count(is) || blocks(was) !== blocks(is)
}

/** A text without its comment lines. */
function codeOf(text: string | null): string {
  return (text ?? '').split('\n').filter(isCode).join('\n')
}

function columnOf(text: string, kind: ExposureKind): number {
  const found = kind.line.exec(text.slice(0, MAX_LINE))?.index
  return (found ?? text.length - text.trimStart().length) + 1
}
