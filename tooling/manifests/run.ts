import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isPublished, readJson, readMember, readMembers, WORKSPACE, type Member } from '../workspace/read-members.ts'
import { checkLockFile, checkOneVersion, checkRecord, listDependencies } from './check-dependencies.ts'
import { checkPublished, type Group } from './check-manifest.ts'
import { checkReleaseSource } from './check-release-source.ts'

const members = await readMembers()
const published = members.filter((member) => isPublished(member))
const group = await readGroup(members)
const all = [await readMember('.'), ...members]
const ranges = listDependencies(all)

const faults = [
  ...published.flatMap((member) => checkPublished(member, group).map((fault) => `${member.folder} ${fault}`)),
  ...group.released.filter((name) => !published.some(({ manifest }) => manifest.name === name)).map((name) => `${name} is released but not published`),
  ...(await Promise.all(published.map(checkReleaseSource))).flat(),
  ...checkRecord(ranges, await readText('docs/dependencies.md')),
  ...checkOneVersion(all),
  ...checkLockFile(await readText('pnpm-lock.yaml'))
]
for (const fault of faults) console.error(fault)
console.log(`manifests: ${members.length} members, ${published.length} published, ${ranges.size} dependencies, ${faults.length} faults`)
if (faults.length > 0 || published.length === 0 || ranges.size === 0) process.exitCode = 1

async function readGroup(all: readonly Member[]): Promise<Group> {
  const { fixed } = (await readJson('.changeset/config.json')) as { fixed: readonly (readonly string[])[] }
  return {
    versions: new Map(all.map(({ manifest }) => [manifest.name ?? '', manifest.version ?? ''])),
    released: fixed.flat()
  }
}

function readText(path: string): Promise<string> {
  return readFile(join(WORKSPACE, path), 'utf8')
}
