// Commits by git's plumbing: an index of its own, no parent, no hook, no branch.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

interface Commit {
  /** A folder inside the repository. */
  readonly repository: string
  /** The commit that this one was made from: it lends identity and date, so that the same files give the same commit. */
  readonly source: string
  readonly message: string
}

/** Commits everything in `folder`, ignored or not, and returns the commit: 40 hexadecimal digits. */
export function commitFolder({ repository, source, message, folder }: Commit & { readonly folder: string }): string {
  const index = mkdtempSync(join(tmpdir(), 'release-index-'))
  try {
    const env = {
      ...lentIdentity(repository, source),
      GIT_DIR: git(repository, ['rev-parse', '--absolute-git-dir']),
      GIT_WORK_TREE: folder,
      GIT_INDEX_FILE: join(index, 'index')
    }
    git(folder, ['-c', 'core.autocrlf=false', '-c', 'core.safecrlf=false', 'add', '--all', '--force', '.'], env)
    const tree = git(folder, ['write-tree'], env)
    return git(folder, ['commit-tree', tree, '-m', message], env)
  } finally {
    rmSync(index, { recursive: true })
  }
}

/** An annotated tag: its message, too, says where the commit comes from. Refuses a tag that is there already. */
export function tagCommit({ repository, source, message, tag, commit }: Commit & { readonly tag: string; readonly commit: string }): void {
  git(repository, ['tag', '--annotate', '-m', message, '--', tag, commit], lentIdentity(repository, source))
}

function lentIdentity(repository: string, source: string): Record<string, string> {
  const [name = '', email = '', date = ''] = git(repository, ['show', '--no-patch', '--format=%cn%n%ce%n%cI', source]).split('\n')
  return {
    GIT_AUTHOR_NAME: name, GIT_AUTHOR_EMAIL: email, GIT_AUTHOR_DATE: date,
    GIT_COMMITTER_NAME: name, GIT_COMMITTER_EMAIL: email, GIT_COMMITTER_DATE: date
  }
}

function git(cwd: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): string {
  return execFileSync('git', args, { cwd, env: { ...process.env, ...env }, encoding: 'utf8' }).trim()
}
