import type { DecisionRecord } from './governance-documents.ts'
import type { ProjectFiles } from './project-files.ts'

const FOLDERS = ['docs/adr/', 'docs/decisions/', 'docs/architecture/decisions/', 'adr/'] as const

/** The decisions of a project: Markdown files in the folders where they are kept, by the number in their name. */
export function readDecisions(files: ProjectFiles): readonly DecisionRecord[] {
  return FOLDERS.flatMap((folder) => files.list(folder)).flatMap((file) => {
    const text = /\/(?:ADR-)?\d[^/]*\.md$/i.test(file) ? files.read(file) : null
    if (text === null) return []
    return [{ file, title: /^#\s+(.+)$/m.exec(text)?.[1]?.trim() ?? '', text }]
  })
}
