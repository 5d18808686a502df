import { posix } from 'node:path'
import { readJson, readMembers } from '../workspace/read-members.ts'
import { checkReferences } from './check-references.ts'

async function readReferences(folder: string): Promise<string[]> {
  const { references } = (await readJson(`${folder}/tsconfig.json`)) as { references?: readonly { readonly path: string }[] }
  return (references ?? []).map(({ path }) => posix.join(folder, path))
}

// What is not published runs from source and is not built.
const members = (await readMembers()).filter(({ manifest }) => manifest.scripts?.['build'] !== undefined)
const referencing = await Promise.all(members.map(async (member) => ({ ...member, references: await readReferences(member.folder) })))
const faults = checkReferences(referencing, await readReferences('.'))
for (const fault of faults) console.error(fault)
console.log(`references: ${members.length} members, ${faults.length} faults`)
if (faults.length > 0 || members.length === 0) process.exitCode = 1
