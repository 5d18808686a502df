import type { CapabilitySchema, CapabilitySection } from './governance-documents.ts'
import { outlineMarkdown } from './outline-markdown.ts'
import type { OutlineSection } from './outline-markdown.ts'
import { fieldOf, readFieldTables, readLabels, readYesOrNo } from './read-fields.ts'
import type { DocumentFault } from './source-position.ts'

/** What a server asks of its client (MCP 2025-11-25, client features); all else is the server's own. */
const CLIENT_SIDE = new Set(['sampling', 'elicitation', 'roots'])
const CAPABILITIES = new Set([...CLIENT_SIDE, 'tools', 'resources', 'prompts', 'logging', 'completions', 'completion', 'tasks', 'experimental', 'extensions'])

/** Reads `docs/mcp/capability-schema.md`: a section for each capability, in a table or in lines of label and value. Never throws. */
export function readCapabilitySchema(text: string, file: string): CapabilitySchema {
  const faults: DocumentFault[] = []
  const sections = outlineMarkdown(text, file).flatMap((section) => readSection(section, faults))
  const seen = new Set<string>()
  for (const { capability } of sections) {
    if (seen.has(capability.value)) faults.push({ kind: 'duplicate', subject: capability.value, at: capability.at })
    seen.add(capability.value)
  }
  return { file, sections, faults }
}

function readSection(section: OutlineSection, faults: DocumentFault[]): readonly CapabilitySection[] {
  // `tools`, `tools` capability, Reliance on `sampling`.
  const word = section.title.value.toLowerCase().match(/[a-z]+/g)?.find((name) => CAPABILITIES.has(name))
  if (word === undefined) return []
  const fields = readFieldTables(section, faults, readLabels(section, new Map(), faults))
  if (fields.size === 0) return []
  return [
    {
      capability: { value: word, at: section.title.at },
      side: CLIENT_SIDE.has(word) ? 'client' : 'server',
      declared: readYesOrNo(fieldOf(fields, 'declared', 'server uses', 'server reads', 'uses', 'used', 'relies', 'does the server')),
      listChanged: readYesOrNo(fieldOf(fields, 'listchanged', '`listchanged`')),
      whenListChanges: fieldOf(fields, 'when'),
      fields,
      at: section.title.at
    }
  ]
}
