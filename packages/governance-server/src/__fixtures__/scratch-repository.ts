import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** A real repository in a folder of its own, without anybody's configuration. */
export interface ScratchRepository extends Disposable {
  readonly root: string
  git(...args: readonly string[]): string
  write(file: string, text: string | Uint8Array): void
  /** Stages everything and commits; gives the id. */
  commit(message?: string): string
}

export function scratchRepository(): ScratchRepository {
  const root = realpathSync(mkdtempSync(path.join(tmpdir(), 'b10x-git-')))
  const env = { PATH: process.env['PATH'] ?? '', HOME: root, GIT_CONFIG_NOSYSTEM: '1', GIT_AUTHOR_NAME: 'a', GIT_AUTHOR_EMAIL: 'a@example.com', GIT_COMMITTER_NAME: 'a', GIT_COMMITTER_EMAIL: 'a@example.com' }
  const git = (...args: readonly string[]): string => execFileSync('git', ['-c', 'protocol.file.allow=always', ...args], { cwd: root, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim()
  git('init', '-q', '-b', 'main')
  return {
    root,
    git,
    write(file, text) {
      mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
      writeFileSync(path.join(root, file), text)
    },
    commit(message = 'change') {
      git('add', '-A')
      git('commit', '-q', '--allow-empty', '-m', message)
      return git('rev-parse', 'HEAD')
    },
    [Symbol.dispose]: () => rmSync(root, { recursive: true, force: true })
  }
}
