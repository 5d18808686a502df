import type { ChangedCommit, ChangedFile, ChangeSet, ProjectFiles } from '@b10x/governance-rules'
import { GovernedError } from '@b10x/ports/errors'
import { openCommit, openIndex } from '../files/open-commit.ts'
import { openFolder } from '../files/open-folder.ts'
import type { Git } from '../process/run-git.ts'
import { parsePatch } from './parse-patch.ts'
import { parseRawDiff } from './parse-raw-diff.ts'

const DIFF = ['--no-ext-diff', '--no-textconv', '--find-renames', '--full-index', '--no-color', '--submodule=short', '--ignore-submodules=none'] as const

/**
 * What happened between where a branch left the base and `HEAD`, commit by commit, and in all.
 * @throws GovernedError `repository_unreadable` (`revision_unknown`; `shallow`: fetch the whole history)
 */
export function readRange(git: Git, base: string): ChangeSet {
  const head = commitOf(git, 'HEAD')
  const other = commitOf(git, base)
  const from = git.ask(['merge-base', other, head])
  if (from === null) throw new GovernedError('repository_unreadable', { reason: isShallow(git) ? 'shallow' : 'revision_unknown' })
  // Whatever is cut off below a shallow clone would be missing from the range, unseen.
  if (isShallow(git) && !isWhole(git, from, head)) throw new GovernedError('repository_unreadable', { reason: 'shallow' })
  const ids = lines(git.run(['rev-list', '--reverse', '--topo-order', '--end-of-options', `${from}..${head}`]))
  return { commits: ids.map((id) => readCommit(git, id)), files: diffOf(git, ['diff', ...DIFF], [from, head]), base: openCommit(git, from), head: openCommit(git, head) }
}

/** What is staged, as one commit that is not made yet. */
export function readStaged(git: Git): ChangeSet {
  const from = headOrNothing(git)
  const files = diffOf(git, ['diff', '--cached', ...DIFF], [from])
  return { commits: [{ id: null, merge: false, files }], files, base: openCommit(git, from), head: openIndex(git) }
}

/** What the working tree has and `HEAD` has not, new files included, as one commit that is not made yet. */
export function readWorkingTree(git: Git): ChangeSet {
  const from = headOrNothing(git)
  const head = openFolder(git.root)
  const untracked = git.run(['ls-files', '-z', '--others', '--exclude-standard']).toString('utf8').split('\0').filter((path) => path !== '')
  const files = [...diffOf(git, ['diff', ...DIFF], [from]), ...untracked.map((path) => newFile(head, path))]
  return { commits: [{ id: null, merge: false, files }], files, base: openCommit(git, from), head }
}

function readCommit(git: Git, id: string): ChangedCommit {
  const parents = lines(git.run(['rev-parse', `${id}^@`]))
  const command = ['diff-tree', '-r', '--root', '--no-commit-id', ...(parents.length > 1 ? ['--cc'] : []), ...DIFF]
  return { id, merge: parents.length > 1, files: diffOf(git, command, [id]) }
}

function diffOf(git: Git, command: readonly string[], trees: readonly string[]): readonly ChangedFile[] {
  const raw = git.run([...command, '--raw', '-z', '--abbrev=64', '--end-of-options', ...trees]).toString('utf8')
  const files = parseRawDiff(raw)
  if (files.length === 0) return []
  const added = parsePatch(git.run([...command, '--patch', '--unified=0', '--src-prefix=a/', '--dst-prefix=b/', '--end-of-options', ...trees]).toString('utf8'))
  return files.map((file) => {
    const addedLines = added.get(file.path)
    return addedLines === undefined ? file : { ...file, addedLines }
  })
}

function newFile(files: ProjectFiles, path: string): ChangedFile {
  const text = files.read(path)
  if (text === null) return { path, kind: 'added' }
  const all = text.split(/\r?\n/)
  if (all.at(-1) === '') all.pop()
  return { path, kind: 'added', addedLines: all.map((line, index) => ({ line: index + 1, text: line })) }
}

function commitOf(git: Git, revision: string): string {
  const id = git.ask(['rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{commit}`])
  if (id === null) throw new GovernedError('repository_unreadable', { reason: isShallow(git) ? 'shallow' : 'revision_unknown' })
  return id
}

/** Before the first commit everything is new: against the tree without files. */
function headOrNothing(git: Git): string {
  return git.ask(['rev-parse', '--verify', '--quiet', 'HEAD^{commit}']) ?? git.run(['hash-object', '-t', 'tree', '--stdin']).toString('utf8').trim()
}

function isShallow(git: Git): boolean {
  return git.ask(['rev-parse', '--is-shallow-repository']) === 'true'
}

/** Whether every commit of the range has its parents. */
function isWhole(git: Git, from: string, head: string): boolean {
  const grafted = new Set(lines(git.run(['rev-list', '--max-parents=0', '--end-of-options', head])))
  return !lines(git.run(['rev-list', '--end-of-options', `${from}..${head}`])).some((id) => grafted.has(id))
}

function lines(output: Buffer): readonly string[] {
  return output.toString('utf8').split('\n').filter((line) => line !== '')
}
