import type { Manifest } from '../workspace/read-members.ts'

/** The message of commit and tag: who pins the one commit finds the other, which the stamps name. */
export function describeRelease(manifests: readonly Manifest[], source: string, allowDirty: boolean): string {
  const versions = [...new Set(manifests.map(({ version }) => version))].join(', ')
  return [
    `Release tree of ${versions}`,
    '',
    `Packed from the source revision below${allowDirty ? ', perhaps with changes that were not committed' : ''}.`,
    '',
    ...manifests.map(({ name, version }) => `- ${name} ${version}`),
    '',
    `Source-Revision: ${source}`
  ].join('\n')
}
