import type { ProjectFiles } from '../contract/project-files.ts'

export interface ChangedFile {
  readonly path: string
  /** Where it was before, for a rename. Both paths count as changed. */
  readonly previousPath?: string
  readonly kind: 'added' | 'modified' | 'deleted' | 'renamed' | 'submodule'
  /** The lines that are new, numbered from 1 in the new file. Absent for binary files. */
  readonly addedLines?: readonly { readonly line: number; readonly text: string }[]
}

/** One commit, or the index, or the working tree. A merge commit counts what it changed against all its parents. */
export interface ChangedCommit {
  /** Null for what is not committed yet. */
  readonly id: string | null
  readonly merge: boolean
  readonly files: readonly ChangedFile[]
}

/** What happened between two states of a project. Same-commit rules look at `commits`, module rules at `files`. */
export interface ChangeSet {
  readonly commits: readonly ChangedCommit[]
  /** The net difference. */
  readonly files: readonly ChangedFile[]
  readonly base: ProjectFiles
  readonly head: ProjectFiles
}
