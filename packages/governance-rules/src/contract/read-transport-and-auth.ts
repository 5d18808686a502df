import type { TransportAndAuth, UpstreamRow } from './governance-documents.ts'
import { outlineMarkdown } from './outline-markdown.ts'
import type { OutlineSection } from './outline-markdown.ts'
import { PLACEHOLDER, readFieldTables, readLabels, readYesOrNo, sectionsUnder, textOf } from './read-fields.ts'
import type { Fields } from './read-fields.ts'
import { readTransports } from './read-server-spec.ts'
import type { DocumentFault, Sourced } from './source-position.ts'

/** Reads `docs/mcp/transport-and-auth.md`. Never throws: what does not hold is a fault with its place. */
export function readTransportAndAuth(text: string, file: string): TransportAndAuth {
  const faults: DocumentFault[] = []
  const sections = outlineMarkdown(text, file)
  const titled = (pattern: RegExp): readonly OutlineSection[] => sections.filter(({ title }) => pattern.test(title.value))
  const posture = (pattern: RegExp): Fields | null => {
    const found = sectionsUnder(sections, ({ title, level, tables }) => level > 1 && pattern.test(title.value) && (/\bposture\b/i.test(title.value) || tables.length > 0))
    return found.length === 0 ? null : found.reduce((fields, section) => readFieldTables(section, faults, readLabels(section, fields, faults)), new Map() as Fields)
  }
  const sessions = titled(/\bsession/i)[0]
  const consent = titled(/\bconsent\b/i)[0]
  const proxy = titled(/\bproxy\b|\bbroker/i)[0]
  return {
    file,
    transports: titled(/\btransport (?:decision|choice)|\btransports?$/i).flatMap(readTransports),
    stdio: posture(/^(?!.*http).*\bstdio\b/i),
    http: posture(/^(?!.*stdio).*\bhttp\b/i),
    upstreams: titled(/\bpassthrough\b|\bpass-through\b|\bupstream/i).flatMap((section) => readUpstreams(section, faults)),
    scopes: posture(/\bscopes?\b/i) ?? new Map(),
    sessions: sessions === undefined ? null : saying(sessions, faults),
    consent: consent === undefined ? null : saying(consent, faults),
    oauthProxy: proxy === undefined ? null : { used: readUse(proxy), text: textOf(proxy) },
    faults
  }
}

function readUpstreams(section: OutlineSection, faults: DocumentFault[]): readonly UpstreamRow[] {
  return section.tables.flatMap(({ rows }) => rows.slice(1)).flatMap(([system, credentials]) => {
    if (system === undefined || system.value === '') return []
    const blank = [system, credentials].find((cell) => cell !== undefined && PLACEHOLDER.test(cell.value))
    if (blank !== undefined) {
      faults.push({ kind: 'placeholder', subject: 'Token passthrough', at: blank.at })
      return []
    }
    return [{ system, credentials: credentials === undefined || credentials.value === '' ? null : credentials, at: system.at }]
  })
}

/** A section says it in its text, in lines of label and value, or in a table. */
function saying(section: OutlineSection, faults: DocumentFault[]): Sourced<string> | null {
  const fields = [...readFieldTables(section, faults)].map(([label, { value }]) => `${label}: ${value}`)
  const value = [...section.blocks.map(({ text }) => text.value), ...fields].join('\n')
  return value === '' || PLACEHOLDER.test(value) ? null : { value, at: section.title.at }
}

function readUse(section: OutlineSection): Sourced<boolean> | null {
  const labelled = [...readFieldTables(section, [], readLabels(section))].find(([label]) => /\bused?\b|\bapplies\b|\bproxy\b/i.test(label))?.[1]
  const first = section.blocks[0]?.text
  return readYesOrNo(labelled ?? null) ?? (first === undefined ? null : readYesOrNo(first))
}
