// `pnpm release:tree`: the packed packages as one commit without history, which consumers pin by its revision. Work tree,
// index and branches stay as they are. The last line is the commit.
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { packPackages } from '../pack/pack-packages.ts'
import { checkContents } from '../pack-check/check-contents.ts'
import { WORKSPACE } from '../workspace/read-members.ts'
import { checkStamps } from './check-stamps.ts'
import { commitFolder, tagCommit } from './commit-folder.ts'
import { describeRelease } from './describe-release.ts'
import { unpackPackage } from './unpack-package.ts'

const { values } = parseArgs({ options: { 'tag': { type: 'string' }, 'allow-dirty': { type: 'boolean', default: false } } })
const allowDirty = values['allow-dirty']
const source = git('rev-parse', '--verify', 'HEAD')

if (git('status', '--porcelain') !== '' && !allowDirty) refuse('the work tree has changes: commit them, or pass --allow-dirty')
if (values.tag !== undefined && git('tag', '--list', values.tag) !== '') refuse(`there is a tag ${values.tag} already`)
const build = spawnSync('pnpm', ['--silent', 'run', 'build'], { cwd: WORKSPACE, stdio: ['ignore', 2, 2] })
if (build.status !== 0) refuse('the packages do not build')

const folder = await mkdtemp(join(tmpdir(), 'release-tree-'))
try {
  const tree = join(folder, 'tree')
  await mkdir(tree)
  const packed = await packPackages(folder)
  const unpacked = await Promise.all(packed.map((one) => unpackPackage(one, tree)))
  const faults = [
    ...packed.flatMap((one) => checkContents(one).map((fault) => `${one.name} ${fault}`)),
    ...(await checkStamps(unpacked, source, allowDirty))
  ]
  if (faults.length > 0) refuse(faults.join('\n'))
  const message = describeRelease(packed.map(({ manifest }) => manifest), source, allowDirty)
  const commit = commitFolder({ repository: WORKSPACE, folder: tree, source, message })
  if (values.tag !== undefined) tagCommit({ repository: WORKSPACE, tag: values.tag, commit, source, message })
  console.error(`${message}\n`)
  console.log(commit)
} finally {
  await rm(folder, { recursive: true })
}

function git(...args: readonly string[]): string {
  return execFileSync('git', args, { cwd: WORKSPACE, encoding: 'utf8' }).trim()
}

function refuse(reason: string): never {
  throw new Error(reason)
}
