import { fileURLToPath } from 'node:url'
import type { ProjectFiles } from '@b10x/governance-rules'
import { openFolder } from '../files/open-folder.ts'

export const HONEST: string = fileURLToPath(new URL('../../../governance-rules/src/__fixtures__/honest-project', import.meta.url))

/** An edit of one document: what stands there, and what stands there instead. */
export type Edit = readonly [file: string, replace: string, by: string]

/** The honest project, whose server is `note-shelf` 1.4.0, with edits. An edit that changes nothing is a mistake of the test. */
export function filesWith(...edits: readonly Edit[]): ProjectFiles {
  const honest = openFolder(HONEST)
  const texts = Object.fromEntries(honest.list('').map((file) => [file, honest.read(file) ?? '']))
  for (const [file, replace, by] of edits) {
    const before = texts[file] ?? ''
    if (replace !== '' && !before.includes(replace)) throw new Error(`${file} does not have it`)
    texts[file] = replace === '' ? by : before.replaceAll(replace, by)
  }
  const paths = Object.keys(texts).toSorted()
  return { read: (path) => (Object.hasOwn(texts, path) ? (texts[path] ?? null) : null), list: (prefix) => paths.filter((path) => path.startsWith(prefix)) }
}

const SEARCH = { name: 'search_notes', description: 'Searches the notes of the team for words.', inputSchema: { type: 'object', properties: { words: { type: 'string' } } }, annotations: { readOnlyHint: true } } as const
const PUBLISH = { name: 'publish_note', description: 'Publishes a draft to the team.', inputSchema: { type: 'object', properties: { id: { type: 'string' } } }, annotations: { readOnlyHint: false, destructiveHint: false } } as const

/** What the documents promise that the server lists. */
export const HONEST_TOOLS: readonly Readonly<Record<string, unknown>>[] = [SEARCH, PUBLISH]
export const HONEST_INFO = { name: 'note-shelf', version: '1.4.0' } as const
