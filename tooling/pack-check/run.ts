// Packs every published package and judges the tarballs: contents, publint, and whether the types resolve.
import { spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { packPackages, type PackedPackage } from '../pack/pack-packages.ts'
import { WORKSPACE } from '../workspace/read-members.ts'
import { checkContents } from './check-contents.ts'

const TOOLS = [
  ['publint/src/cli.js', 'run', '--strict', '--pack', 'false'],
  ['@arethetypeswrong/cli/dist/index.js', '--profile', 'esm-only', '--no-emoji', '--no-color', '--format', 'ascii']
] as const

const folder = await mkdtemp(join(tmpdir(), 'pack-check-'))
try {
  const packed = await packPackages(folder)
  const faults = packed.flatMap((one) => [...checkContents(one), ...runTools(one)].map((fault) => `${one.name} ${fault}`))
  for (const fault of faults) console.error(fault)
  const files = packed.reduce((sum, one) => sum + one.files.length, 0)
  console.log(`pack: ${packed.length} packages with ${files} files, ${faults.length} faults`)
  if (faults.length > 0) process.exitCode = 1
} finally {
  await rm(folder, { recursive: true })
}

/** A tool prints its own findings; they are shown only when it has some. */
function runTools({ tarball }: PackedPackage): string[] {
  return TOOLS.flatMap(([tool, ...args]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(WORKSPACE, 'node_modules', tool), ...args, tarball], { encoding: 'utf8' })
    return status === 0 ? [] : [`fails ${tool.split('/dist/')[0]}:\n${stdout}${stderr}`]
  })
}
