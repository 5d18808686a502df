import type { ChangedCommit, ChangedFile, ChangeSet } from '../companion/change-set.ts'
import { filesOfRecord } from './files-of.ts'

export type Texts = Readonly<Record<string, string>>

/** What happened between the first and the last of some states of a project: a commit for each step. */
export function changeOf(...states: readonly Texts[]): ChangeSet {
  const first = states[0] ?? {}
  const last = states.at(-1) ?? {}
  const commits = states
    .slice(1)
    .map((after, i): ChangedCommit => ({ id: String(i + 1).padStart(40, '0'), merge: false, files: filesChanged(states[i] ?? {}, after) }))
  return { commits, files: filesChanged(first, last), base: filesOfRecord(first), head: filesOfRecord(last) }
}

function filesChanged(before: Texts, after: Texts): ChangedFile[] {
  const paths = [...new Set([...Object.keys(before), ...Object.keys(after)])].toSorted()
  return paths.flatMap((path): ChangedFile[] => {
    const [was, is] = [before[path], after[path]]
    if (was === is) return []
    if (is === undefined) return [{ path, kind: 'deleted' }]
    return [{ path, kind: was === undefined ? 'added' : 'modified', addedLines: addedLines(was ?? '', is) }]
  })
}

/** The lines of a text that a shortest edit of another adds: what is left of a longest common subsequence. */
export function addedLines(before: string, after: string): { readonly line: number; readonly text: string }[] {
  const a = before === '' ? [] : before.split('\n')
  const b = after.split('\n')
  const lengths = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1))
  const at = (i: number, j: number): number => lengths[i]?.[j] ?? 0
  for (let i = a.length - 1; i >= 0; i--) {
    const row = lengths[i]
    for (let j = b.length - 1; row !== undefined && j >= 0; j--)
      row[j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
  }
  const added: { line: number; text: string }[] = []
  for (let i = 0, j = 0; j < b.length;) {
    if (i < a.length && a[i] === b[j]) {
      i++
      j++
    } else if (i < a.length && at(i + 1, j) >= at(i, j + 1)) i++
    else added.push({ line: j + 1, text: b[j++] ?? '' })
  }
  return added
}
