import type { ProjectFiles } from '@b10x/governance-rules'
import { GovernedError } from '@b10x/ports/errors'
import type { Git } from '../process/run-git.ts'
import { isDocumentPath, MAX_DOCUMENT_BYTES, textOfBytes } from './document-text.ts'

/** What rules ask for in almost every check; fetched together, because each question costs a process. */
const EXPECTED = /^(?:harness\.manifest\.yaml|\.b10x-governance\.yaml|README\.md|TOOLS\.md|\.?mcp\.json|docs\/mcp\/|docs\/adr\/|docs\/architecture\/|(?:platform\/|\.harness\/)?profiles\/.*\/module\.ya?ml$)/

/**
 * The files of a commit. A link is its own text and leads nowhere, a submodule is no file.
 * @param tree an object that names a tree
 * @throws GovernedError `repository_unreadable`
 */
export function openCommit(git: Git, tree: string): ProjectFiles {
  return openBlobs(git, listTree(git, tree))
}

/** The files of the index, as they are staged. */
export function openIndex(git: Git): ProjectFiles {
  return openBlobs(git, listIndex(git))
}

function openBlobs(git: Git, blobs: ReadonlyMap<string, string>): ProjectFiles {
  const paths = [...blobs.keys()].toSorted()
  const texts = new Map<string, string | null>()
  fetch([...paths].filter((path) => EXPECTED.test(path)))

  function fetch(wanted: readonly string[]): void {
    const ids = wanted.map((path) => blobs.get(path) ?? '')
    if (ids.length === 0) return
    const output = git.run(['cat-file', '--batch'], `${ids.join('\n')}\n`)
    let offset = 0
    for (const path of wanted) {
      const end = output.indexOf(10, offset)
      const [, kind, size = '0'] = output.toString('latin1', offset, end).split(' ')
      if (kind !== 'blob') throw new GovernedError('repository_unreadable', { reason: 'git_failed' })
      const length = Number(size)
      const bytes = output.subarray(end + 1, end + 1 + length)
      if (length > MAX_DOCUMENT_BYTES) throw new GovernedError('document_unreadable', { file: path, reason: 'too_large' })
      const text = textOfBytes(bytes, path)
      if (text === null && isDocumentPath(path)) throw new GovernedError('document_unreadable', { file: path, reason: 'not_utf8' })
      texts.set(path, text)
      offset = end + 1 + length + 1
    }
  }

  return {
    read(path) {
      if (!blobs.has(path)) return null
      if (!texts.has(path)) fetch([path])
      return texts.get(path) ?? null
    },
    list: (prefix) => paths.filter((path) => path.startsWith(prefix))
  }
}

/** Regular files and links, by path. */
function listTree(git: Git, tree: string): Map<string, string> {
  return new Map(
    git.run(['ls-tree', '-r', '-z', '--full-tree', tree]).toString('utf8').split('\0').flatMap((line) => {
      const [, mode, id, path] = /^(\d+) blob ([\da-f]+)\t([^]+)$/.exec(line) ?? []
      return mode === undefined || id === undefined || path === undefined ? [] : [[path, id] as const]
    })
  )
}

/** What is merged: of a conflict nothing is. */
function listIndex(git: Git): Map<string, string> {
  return new Map(
    git.run(['ls-files', '-z', '--stage']).toString('utf8').split('\0').flatMap((line) => {
      const [, mode, id, path] = /^(\d+) ([\da-f]+) 0\t([^]+)$/.exec(line) ?? []
      return mode === undefined || mode === '160000' || id === undefined || path === undefined ? [] : [[path, id] as const]
    })
  )
}
