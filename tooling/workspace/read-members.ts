// What the checks know about the members of this workspace: their folders, manifests and compiler configurations.
import { readdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'

export const WORKSPACE: string = resolve(import.meta.dirname, '../..')

export interface Manifest {
  readonly name?: string
  readonly version?: string
  readonly description?: string
  readonly license?: string
  readonly private?: boolean
  readonly type?: string
  readonly engines?: Readonly<Record<string, string>>
  readonly files?: readonly string[]
  readonly bin?: Readonly<Record<string, string>>
  readonly exports?: Readonly<Record<string, string | Readonly<Record<string, string>>>>
  readonly publishConfig?: { readonly access?: string; readonly exports?: Manifest['exports'] }
  readonly scripts?: Readonly<Record<string, string>>
  readonly dependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
}

export interface Member {
  /** Relative to the workspace, such as `packages/ports`; `.` for the workspace itself. */
  readonly folder: string
  readonly manifest: Manifest
}

/** Folders of the workspace's packages and apps, such as `packages/ports`. */
export async function listMembers(): Promise<string[]> {
  const groups = ['packages', 'apps'].map(async (group) => {
    const entries = await readdir(join(WORKSPACE, group), { withFileTypes: true })
    return entries.filter((entry) => entry.isDirectory()).map((entry) => `${group}/${entry.name}`)
  })
  return (await Promise.all(groups)).flat().toSorted()
}

export async function readMembers(): Promise<Member[]> {
  const members = (await listMembers()).map((folder) => readMember(folder))
  return Promise.all(members)
}

export async function readMember(folder: string): Promise<Member> {
  return { folder, manifest: (await readJson(join(folder, 'package.json'))) as Manifest }
}

export function isPublished(member: Member): boolean {
  return member.folder.startsWith('packages/') && member.manifest.private !== true
}

/** A path relative to the workspace. */
export async function readJson(path: string): Promise<unknown> {
  return JSON.parse(await readFile(join(WORKSPACE, path), 'utf8'))
}
