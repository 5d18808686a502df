// Real histories, made by git itself.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { ChangedFile, ChangeSet } from '@b10x/governance-rules'
import { expectThrownCode } from '@b10x/testkit'
import { describe, expect, it } from 'vitest'
import { scratchRepository } from '../__fixtures__/scratch-repository.ts'
import type { ScratchRepository } from '../__fixtures__/scratch-repository.ts'
import { openGit } from '../process/run-git.ts'
import { readRange, readStaged, readWorkingTree } from './read-change.ts'

const brief = ({ path: name, previousPath, kind, addedLines }: ChangedFile): string =>
  `${kind[0]}${previousPath === undefined ? '' : ` ${previousPath} ->`} ${name}${addedLines === undefined ? '' : ` +${addedLines.map(({ line, text }) => `${line}:${text}`).join('|')}`}`
const commits = ({ commits: all }: ChangeSet): readonly (readonly string[])[] => all.map(({ files }) => files.map(brief))
const net = ({ files }: ChangeSet): readonly string[] => files.map(brief)

/** A history over a first commit with `a.txt` (three lines) and `docs/mcp/tool-registry.md`, and what it is read as. */
type History = readonly [title: string, script: (repo: ScratchRepository) => void, expected: { readonly commits: readonly (readonly string[])[]; readonly net: readonly string[] }]

const HISTORIES: readonly History[] = [
  ['nothing', () => {}, { commits: [], net: [] }],
  ['an empty commit', (repo) => void repo.commit(), { commits: [[]], net: [] }],
  ['a new file', (repo) => (repo.write('b.txt', 'x\ny\n'), void repo.commit()), { commits: [['a b.txt +1:x|2:y']], net: ['a b.txt +1:x|2:y'] }],
  ['a changed line', (repo) => (repo.write('a.txt', 'one\nTWO\nthree\n'), void repo.commit()), { commits: [['m a.txt +2:TWO']], net: ['m a.txt +2:TWO'] }],
  ['lines taken out', (repo) => (repo.write('a.txt', 'one\n'), void repo.commit()), { commits: [['m a.txt +']], net: ['m a.txt +'] }],
  ['a line without an end', (repo) => (repo.write('a.txt', 'one\ntwo\nthree\nfour'), void repo.commit()), { commits: [['m a.txt +4:four']], net: ['m a.txt +4:four'] }],
  ['lines that look like a patch', (repo) => (repo.write('b.txt', '+++ b/evil\n--- a/evil\n@@ -1 +1 @@\ndiff --git a/x b/x\n'), void repo.commit()), { commits: [['a b.txt +1:+++ b/evil|2:--- a/evil|3:@@ -1 +1 @@|4:diff --git a/x b/x']], net: ['a b.txt +1:+++ b/evil|2:--- a/evil|3:@@ -1 +1 @@|4:diff --git a/x b/x'] }],
  ['two lines that begin with a minus', (repo) => (repo.write('a.txt', 'one\n-two\n--two\nthree\n'), void repo.commit()), { commits: [['m a.txt +2:-two|3:--two']], net: ['m a.txt +2:-two|3:--two'] }],
  ['a deleted file', (repo) => (repo.git('rm', '-q', 'a.txt'), void repo.commit()), { commits: [['d a.txt']], net: ['d a.txt'] }],
  ['a renamed file', (repo) => (repo.git('mv', 'a.txt', 'c.txt'), void repo.commit()), { commits: [['r a.txt -> c.txt']], net: ['r a.txt -> c.txt'] }],
  ['a renamed and changed file', (repo) => (repo.git('mv', 'a.txt', 'c.txt'), repo.write('c.txt', 'one\ntwo\nthree\nfour\n'), void repo.commit()), { commits: [['r a.txt -> c.txt +4:four']], net: ['r a.txt -> c.txt +4:four'] }],
  ['a mode', (repo) => (repo.git('update-index', '--chmod=+x', 'a.txt'), repo.git('commit', '-q', '-m', 'mode')), { commits: [['m a.txt']], net: ['m a.txt'] }],
  ['two commits of one file', (repo) => (repo.write('a.txt', 'ONE\ntwo\nthree\n'), repo.commit(), repo.write('a.txt', 'ONE\ntwo\nTHREE\n'), void repo.commit()), { commits: [['m a.txt +1:ONE'], ['m a.txt +3:THREE']], net: ['m a.txt +1:ONE|3:THREE'] }],
  ['a change that is taken back', (repo) => (repo.write('b.txt', 'x\n'), repo.commit(), repo.git('rm', '-q', 'b.txt'), void repo.commit()), { commits: [['a b.txt +1:x'], ['d b.txt']], net: [] }],
  ['a path with a space', (repo) => (repo.write('a b.txt', 'x\n'), void repo.commit()), { commits: [['a a b.txt +1:x']], net: ['a a b.txt +1:x'] }],
  ['a path with a tab', (repo) => (repo.write('a\tb.txt', 'x\n'), void repo.commit()), { commits: [['a a\tb.txt +1:x']], net: ['a a\tb.txt +1:x'] }],
  ['a path with a line feed', (repo) => (repo.write('a\nb.txt', 'x\n'), void repo.commit()), { commits: [['a a\nb.txt +1:x']], net: ['a a\nb.txt +1:x'] }],
  ['a path with a quote', (repo) => (repo.write('a"b\\c.txt', 'x\n'), void repo.commit()), { commits: [['a a"b\\c.txt +1:x']], net: ['a a"b\\c.txt +1:x'] }],
  ['a path beyond ASCII', (repo) => (repo.write('dökü/ü.txt', 'x\n'), void repo.commit()), { commits: [['a dökü/ü.txt +1:x']], net: ['a dökü/ü.txt +1:x'] }],
  ['a path that looks like an option', (repo) => (repo.write('-x', 'x\n'), void repo.commit()), { commits: [['a -x +1:x']], net: ['a -x +1:x'] }],
  ['a path that looks like a pattern', (repo) => (repo.write(':(glob)*', 'x\n'), void repo.commit()), { commits: [['a :(glob)* +1:x']], net: ['a :(glob)* +1:x'] }],
  ['a binary file', (repo) => (repo.write('b.bin', new Uint8Array([0, 1, 2, 0])), void repo.commit()), { commits: [['a b.bin']], net: ['a b.bin'] }],
  ['a link', (repo) => (symlinkSync('/etc/passwd', path.join(repo.root, 'link')), void repo.commit()), { commits: [['a link +1:/etc/passwd']], net: ['a link +1:/etc/passwd'] }],
  ['carriage returns', (repo) => (repo.write('b.txt', 'x\r\ny\r\n'), void repo.commit()), { commits: [['a b.txt +1:x|2:y']], net: ['a b.txt +1:x|2:y'] }],
  ['attributes that hide a diff', (repo) => (repo.write('.gitattributes', '*.txt -diff\n'), repo.write('b.txt', 'x\n'), void repo.commit()), { commits: [['a .gitattributes +1:*.txt -diff', 'a b.txt']], net: ['a .gitattributes +1:*.txt -diff', 'a b.txt'] }],
  ['a merge without conflict', (repo) => {
    repo.git('checkout', '-q', '-b', 'side')
    repo.write('side.txt', 's\n')
    repo.commit()
    repo.git('checkout', '-q', 'work')
    repo.write('main.txt', 'm\n')
    repo.commit()
    repo.git('merge', '-q', '--no-edit', 'side')
  }, { commits: [['a side.txt +1:s'], ['a main.txt +1:m'], []], net: ['a main.txt +1:m', 'a side.txt +1:s'] }],
  ['a merge that changes more than its parents did', (repo) => {
    repo.git('checkout', '-q', '-b', 'side')
    repo.write('a.txt', 'one\nside\nthree\n')
    repo.commit()
    repo.git('checkout', '-q', 'work')
    repo.write('a.txt', 'one\nwork\nthree\n')
    repo.commit()
    try {
      repo.git('merge', '-q', '--no-edit', 'side')
    } catch {
      repo.write('a.txt', 'one\nboth\nthree\n')
      repo.commit()
    }
  }, { commits: [['m a.txt +2:side'], ['m a.txt +2:work'], ['m a.txt +2:both']], net: ['m a.txt +2:both'] }]
]

function sortCommits(all: readonly (readonly string[])[]): readonly string[] {
  return all.map((files) => files.join('; ')).toSorted()
}

describe('a range', () => {
  it.each(HISTORIES)('%s', (_title, script, expected) => {
    using repo = scratchRepository()
    repo.write('a.txt', 'one\ntwo\nthree\n')
    repo.write('docs/mcp/tool-registry.md', '# Tools\n')
    repo.commit()
    repo.git('checkout', '-q', '-b', 'work')
    script(repo)
    const change = readRange(openGit(repo.root), 'main')
    // Branches of a merge have no order of their own.
    expect(sortCommits(commits(change))).toEqual(sortCommits(expected.commits))
    expect(net(change)).toEqual(expected.net)
    expect(change.base.read('a.txt')).toBe('one\ntwo\nthree\n')
  })

  it('is what a pull request shows: what the base did meanwhile does not count', () => {
    using repo = scratchRepository()
    repo.write('a.txt', 'one\n')
    const first = repo.commit()
    repo.git('checkout', '-q', '-b', 'work')
    repo.write('b.txt', 'b\n')
    const head = repo.commit()
    repo.git('checkout', '-q', 'main')
    repo.write('a.txt', 'changed\n')
    repo.commit()
    repo.git('checkout', '-q', 'work')
    const change = readRange(openGit(repo.root), 'main')
    expect([net(change), change.commits.map(({ id }) => id)]).toEqual([['a b.txt +1:b'], [head]])
    expect([change.base.read('a.txt'), change.head.read('b.txt'), change.head.list('')]).toEqual(['one\n', 'b\n', ['a.txt', 'b.txt']])
    expect(first).not.toBe(head)
  })

  it('a submodule is one, and no file', () => {
    using repo = scratchRepository()
    using inner = scratchRepository()
    inner.write('x', 'x\n')
    inner.commit()
    repo.write('a.txt', 'one\n')
    repo.commit()
    repo.git('checkout', '-q', '-b', 'work')
    repo.git('submodule', '--quiet', 'add', inner.root, 'vendored')
    repo.commit()
    const change = readRange(openGit(repo.root), 'main')
    expect(change.files.find(({ path: name }) => name === 'vendored')?.kind).toBe('submodule')
    expect(change.head.read('vendored')).toBeNull()
  })
})

describe('what is not committed', () => {
  it('staged', () => {
    using repo = scratchRepository()
    repo.write('a.txt', 'one\n')
    repo.commit()
    repo.write('a.txt', 'one\ntwo\n')
    repo.git('add', 'a.txt')
    repo.write('a.txt', 'one\ntwo\nthree\n')
    repo.write('b.txt', 'not staged\n')
    const change = readStaged(openGit(repo.root))
    expect([net(change), change.head.read('a.txt'), change.commits.length, change.commits[0]?.id]).toEqual([['m a.txt +2:two'], 'one\ntwo\n', 1, null])
  })

  it('the working tree, new files too, ignored ones not', () => {
    using repo = scratchRepository()
    repo.write('a.txt', 'one\n')
    repo.write('.gitignore', 'ignored\n')
    repo.commit()
    repo.write('a.txt', 'one\ntwo\n')
    repo.write('new file.txt', 'n\n')
    repo.write('ignored', 'x')
    const change = readWorkingTree(openGit(repo.root))
    expect(net(change)).toEqual(['m a.txt +2:two', 'a new file.txt +1:n'])
    expect(change.head.read('new file.txt')).toBe('n\n')
  })

  it('before the first commit everything is new', () => {
    using repo = scratchRepository()
    repo.write('a.txt', 'one\n')
    repo.git('add', 'a.txt')
    const objects = repo.git('count-objects')
    expect(net(readStaged(openGit(repo.root)))).toEqual(['a a.txt +1:one'])
    expect(net(readWorkingTree(openGit(repo.root)))).toEqual(['a a.txt +1:one'])
    // Nothing was written into the repository for it.
    expect(repo.git('count-objects')).toBe(objects)
  })
})

describe('what cannot be read', () => {
  const reasonOf = (work: () => unknown): unknown => expectThrownCode(work, 'repository_unreadable').details['reason']

  it('a folder without a repository', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'b10x-none-'))
    expect(reasonOf(() => openGit(folder))).toBe('not_a_repository')
    rmSync(folder, { recursive: true })
  })

  it('a machine without git', () => {
    const before = process.env['PATH']
    process.env['PATH'] = '/nonexistent'
    try {
      expect(reasonOf(() => openGit('/'))).toBe('git_missing')
    } finally {
      process.env['PATH'] = before
    }
  })

  it.each(['nowhere', '--output=/tmp/x', 'HEAD:a.txt', ''])('the revision %j', (revision) => {
    using repo = scratchRepository()
    repo.write('a.txt', 'one\n')
    repo.commit()
    expect(reasonOf(() => readRange(openGit(repo.root), revision))).toBe('revision_unknown')
  })

  it('a range that a shallow clone cut off, but not one that it has', () => {
    using repo = scratchRepository()
    repo.write('a.txt', 'one\n')
    const first = repo.commit()
    for (const text of ['two', 'three', 'four']) {
      repo.write('a.txt', `${text}\n`)
      repo.commit()
    }
    const folder = mkdtempSync(path.join(tmpdir(), 'b10x-shallow-'))
    execFileSync('git', ['clone', '-q', '--depth', '2', `file://${repo.root}`, folder])
    const git = openGit(folder)
    expect(reasonOf(() => readRange(git, first))).toBe('shallow')
    expect(readRange(git, 'HEAD~1').commits.length).toBe(1)
    rmSync(folder, { recursive: true })
  })
})

it('runs nothing that the repository configured', () => {
  using repo = scratchRepository()
  repo.write('a.txt', 'one\n')
  repo.commit()
  const trap = `touch ${path.join(repo.root, 'trapped')}; cat`
  for (const [name, value] of [['core.fsmonitor', trap], ['diff.external', trap], ['core.pager', trap], ['core.sshCommand', trap], ['diff.x.textconv', trap], ['diff.x.command', trap], ['filter.x.clean', trap]] as const) repo.git('config', name, value)
  repo.write('.gitattributes', '*.txt diff=x filter=x\n')
  repo.write('a.txt', 'two\n')
  const git = openGit(repo.root)
  expect(net(readWorkingTree(git))).toEqual(['m a.txt +1:two', 'a .gitattributes +1:*.txt diff=x filter=x'])
  expect(existsSync(path.join(repo.root, 'trapped'))).toBe(false)
})
