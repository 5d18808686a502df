import { spawnSync } from 'node:child_process'
import { GovernedError } from '@b10x/ports/errors'

/** A patch of a range may be large; more than this is no review. In bytes. */
const MAX_OUTPUT = 256 * 1024 * 1024

/**
 * Git as it is, not as somebody configured it: no hooks, no pager, no external diff, no file monitor, no other configuration
 * than the repository's own, whose programs are switched off. Paths are literal and never quoted.
 */
const SETTINGS = ['core.quotePath=false', 'core.fsmonitor=false', 'core.hooksPath=/dev/null', 'core.pager=cat', 'diff.external=', 'diff.noprefix=false', 'diff.mnemonicPrefix=false', 'color.ui=false', 'core.attributesFile=/dev/null']

/** Runs git in a folder, without a shell, and gives what it wrote. */
export interface Git {
  /** Absolute path of the top of the working tree. */
  readonly root: string
  /** @throws GovernedError `repository_unreadable` (`git_failed`) */
  run(args: readonly string[], input?: string): Buffer
  /** Null where git says no. */
  ask(args: readonly string[]): string | null
}

/**
 * @throws GovernedError `repository_unreadable` (`git_missing`, `not_a_repository`)
 */
export function openGit(folder: string): Git {
  const top = spawnGit(folder, ['rev-parse', '--show-toplevel'], undefined)
  if (top.status !== 0) throw refused('not_a_repository', top.stderr)
  const root = top.stdout.toString('utf8').replace(/\n$/, '')
  const off = programsOf(root).flatMap((name) => ['-c', `${name}=`])
  return {
    root,
    run(args, input) {
      const { status, stdout, stderr } = spawnGit(root, [...off, ...args], input)
      if (status !== 0) throw refused('git_failed', stderr)
      return stdout
    },
    ask(args) {
      const { status, stdout } = spawnGit(root, [...off, ...args], undefined)
      return status === 0 ? stdout.toString('utf8').replace(/\n$/, '') : null
    }
  }
}

/** What the repository would run for files of some attribute: each is named, so that each can be switched off. */
function programsOf(root: string): readonly string[] {
  const { status, stdout } = spawnGit(root, ['config', '--null', '--name-only', '--get-regexp', '^(filter|diff|merge)\\..*\\.(clean|smudge|process|command|textconv|driver)$'], undefined)
  return status === 0 ? stdout.toString('utf8').split('\0').filter((name) => name !== '' && !name.includes('=')) : []
}

function spawnGit(cwd: string, args: readonly string[], input: string | undefined): { readonly status: number | null; readonly stdout: Buffer; readonly stderr: Buffer } {
  const settings = [...SETTINGS, `safe.directory=*`].flatMap((setting) => ['-c', setting])
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: '/nonexistent',
    LC_ALL: 'C',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_TERMINAL_PROMPT: '0',
    GIT_LITERAL_PATHSPECS: '1',
    GIT_NO_REPLACE_OBJECTS: '1',
    GIT_NO_LAZY_FETCH: '1'
  }
  const { error, status, stdout, stderr } = spawnSync('git', ['--no-pager', ...settings, ...args], { cwd, env, input: input ?? '', maxBuffer: MAX_OUTPUT, shell: false })
  if (error !== undefined) throw refused('code' in error && error.code === 'ENOENT' ? 'git_missing' : 'git_failed', error)
  return { status, stdout, stderr }
}

/** What git says stays with the operator: it may quote paths and text of the repository. */
function refused(reason: 'git_missing' | 'not_a_repository' | 'git_failed', cause: unknown): GovernedError {
  return new GovernedError('repository_unreadable', { reason }, { cause: Buffer.isBuffer(cause) ? cause.toString('utf8').slice(0, 2_000) : cause })
}
