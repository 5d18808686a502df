// A throw-away copy of this workspace, in which a canary plants violations and then demands that a checker sees them.
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { listFiles } from '../workspace/list-files.ts'
import { listMembers, WORKSPACE } from '../workspace/read-members.ts'

export interface PlantedCopy {
  /** Absolute. */
  readonly folder: string
  /** What git knows or would take, relative to the folder, without the plants. */
  readonly files: readonly string[]
  /** Writes a file, relative to the folder. */
  plant(path: string, text: string): Promise<void>
  /** Makes `@b10x/<name>` importable for a member of the workspace, as if its manifest declared it. */
  declare(member: string, name: string): Promise<void>
  remove(): Promise<void>
}

/** Files are copied; installed packages are linked, those of the workspace to their copies. */
export async function copyTree(): Promise<PlantedCopy> {
  const folder = await mkdtemp(join(tmpdir(), 'planted-copy-'))
  const copied: string[] = []
  for (const path of await listFiles()) if (await copyOne(path, folder)) copied.push(path)
  await symlink(join(WORKSPACE, 'node_modules'), join(folder, 'node_modules'))
  for (const member of await listMembers()) await copyOne(join(member, 'node_modules'), folder)
  return {
    folder,
    files: copied,
    plant: (path, text) => writePlant(join(folder, path), text),
    declare: (member, name) => linkMember(folder, member, name),
    remove: () => rm(folder, { recursive: true })
  }
}

/** Says whether there was something to copy. */
async function copyOne(path: string, folder: string): Promise<boolean> {
  try {
    await cp(join(WORKSPACE, path), join(folder, path), { recursive: true, verbatimSymlinks: true })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
    throw error
  }
}

async function writePlant(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, text)
}

async function linkMember(folder: string, member: string, name: string): Promise<void> {
  const link = join(folder, member, 'node_modules/@b10x', name)
  await mkdir(dirname(link), { recursive: true })
  await rm(link, { force: true })
  await symlink(join(folder, 'packages', name), link)
}
