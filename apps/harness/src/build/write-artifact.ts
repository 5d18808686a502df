import { createHash, randomUUID } from 'node:crypto'
import { copyFile, lstat, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { refuseUsage } from '@b10x/mcp-cli/command-line'
import type { ArtifactFile } from './artifact-file.ts'
import { ENTRY } from './collect-artifact.ts'
import type { CollectedArtifact } from './collect-artifact.ts'
import { isLinked } from './list-package-files.ts'
import { textOr } from './package-manifest.ts'
import type { PackageManifest } from './package-manifest.ts'

/** The lock of an artifact. */
const LOCK = 'manifest.json'

export interface WrittenArtifact {
  /** SHA-256 of the lock, and so of everything. */
  readonly digest: string
}

/**
 * Writes an artifact with its lock into a folder that does not exist yet: all of it, or nothing.
 * @throws GovernedError `usage_invalid`
 */
export async function writeArtifact({ packages, files }: CollectedArtifact, project: PackageManifest, folder: string): Promise<WrittenArtifact> {
  if (await lstat(folder).then(() => true, () => false)) refuseUsage('The folder after -o is there already: only a new one is written.')
  const beside = `${folder}.${randomUUID()}`
  try {
    await mkdir(beside)
    const digests: Record<string, string> = {}
    for (const file of files.toSorted((one, other) => (one.path < other.path ? -1 : 1))) digests[file.path] = await writeFileOf(file, beside)
    const lock = JSON.stringify(
      {
        format: 'b10x.harness-artifact.v1',
        project: { name: textOr(project.name, ''), version: textOr(project.version, '') },
        entry: ENTRY,
        packages: packages.map(({ name, path: place, folder: from, manifest }) => ({ name, version: textOr(manifest.version, ''), path: place, linked: isLinked(from) })),
        files: digests
      },
      null,
      2
    )
    await writeFile(path.join(beside, LOCK), `${lock}\n`)
    await rename(beside, folder)
    return { digest: digestOf(`${lock}\n`) }
  } catch (error) {
    await rm(beside, { recursive: true, force: true })
    if (error instanceof Error && 'code' in error && 'syscall' in error) refuseUsage(`The folder after -o cannot be written (${String(error.code)}).`)
    throw error
  }
}

async function writeFileOf({ path: place, content }: ArtifactFile, folder: string): Promise<string> {
  const target = path.join(folder, place)
  await mkdir(path.dirname(target), { recursive: true })
  if ('text' in content) {
    await writeFile(target, content.text)
    return digestOf(content.text)
  }
  await copyFile(content.copyOf, target)
  return digestOf(await readFile(target))
}

function digestOf(bytes: string | Uint8Array): string {
  return `sha256:${createHash('sha256').update(bytes).digest('hex')}`
}
