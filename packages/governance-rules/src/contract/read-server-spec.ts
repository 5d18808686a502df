import type { ServerSpec } from './governance-documents.ts'
import { outlineMarkdown } from './outline-markdown.ts'
import type { OutlineSection } from './outline-markdown.ts'
import { fieldOf, PLACEHOLDER, readFieldTables, readLabels, readTransportName, readYesOrNo, sectionsUnder, textOf } from './read-fields.ts'
import type { Fields } from './read-fields.ts'
import type { DocumentFault, Sourced } from './source-position.ts'

/** Reads `docs/mcp/server-spec.md`. Never throws: what does not hold is a fault with its place. */
export function readServerSpec(text: string, file: string): ServerSpec {
  const faults: DocumentFault[] = []
  const sections = outlineMarkdown(text, file)
  const titled = (pattern: RegExp): readonly OutlineSection[] => sections.filter(({ title }) => pattern.test(title.value))
  const header: Fields = new Map()
  for (const section of sections) if (section.level <= 1) readLabels(section, header, faults)
  const identity: Fields = new Map()
  for (const section of titled(/\bidentity\b/i)) readFieldTables(section, faults, identity)
  const transport = sectionsUnder(sections, ({ title }) => /\btransports?\b/i.test(title.value))
  const rows = transport.reduce((fields, section) => readFieldTables(section, faults, fields), new Map() as Fields)
  const authorization = titled(/\bauthori[sz]ation\b/i)[0]
  return {
    file,
    header,
    identity,
    capabilities: readCapabilities(titled(/\bcapabilit/i), faults),
    counts: readCounts(sectionsUnder(sections, ({ title }) => /\bcounts?\b|\bprimitives?\b/i.test(title.value)), faults),
    transports: transport.flatMap(readTransports),
    launchCommand: readLaunchCommand(titled(/\blaunch\b/i)) ?? fieldOf(rows, 'stdio launch command', 'launch command') ?? fieldOf(identity, 'launch command'),
    distributionChannel: fieldOf(identity, 'distribution'),
    protocolRevision: fieldOf(header, 'target mcp spec', 'mcp spec', 'protocol revision') ?? fieldOf(identity, 'target mcp spec', 'protocol revision'),
    authorization: authorization === undefined ? fieldOf(rows, 'authorization model', 'authorisation model') : nonBlank(textOf(authorization)),
    faults
  }
}

function readCapabilities(sections: readonly OutlineSection[], faults: DocumentFault[]): ServerSpec['capabilities'] {
  for (const { text } of sections.flatMap(({ blocks }) => blocks.filter(({ kind }) => kind === 'code'))) {
    try {
      // Comments are common in such blocks, and no part of JSON.
      const value = JSON.parse(text.value.replace(/^\s*\/\/.*$/gm, '')) as unknown
      if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new SyntaxError('no object')
      const inner = (value as Readonly<Record<string, unknown>>)['capabilities']
      const declared = typeof inner === 'object' && inner !== null && !Array.isArray(inner) ? inner : value
      return { value: declared as Readonly<Record<string, unknown>>, at: text.at }
    } catch {
      faults.push({ kind: PLACEHOLDER.test(text.value) ? 'placeholder' : 'syntax', subject: 'Declared capabilities', at: text.at })
    }
  }
  return null
}

function readCounts(sections: readonly OutlineSection[], faults: DocumentFault[]): Map<string, Sourced<number>> {
  const counts = new Map<string, Sourced<number>>()
  for (const [label, cell] of sections.flatMap((section) => [...readFieldTables(section, faults)])) {
    // Not every row of an inventory is a count.
    if (!/\btotal\b|\btier\b|\btools\b|\bresources\b|\bprompts\b|\bcount\b/i.test(label)) continue
    const digits = /^(?:tier\s*)?(\d{1,9})\b/i.exec(cell.value)?.[1]
    if (digits !== undefined) counts.set(label, { value: Number(digits), at: cell.at })
    else if (!PLACEHOLDER.test(cell.value) && !/^(?:none|n\/a|-|—)?(?:\b|$)/i.test(cell.value)) faults.push({ kind: 'invalid_value', subject: label, at: cell.at })
  }
  return counts
}

/** Rows of a table whose second cell says yes, or says more than no. */
export function readTransports(section: OutlineSection): readonly Sourced<'stdio' | 'streamable-http'>[] {
  return section.tables.flatMap(({ rows }) => rows.slice(1)).flatMap(([name, supported]) => {
    if (name === undefined || supported === undefined) return []
    // Primary transport: stdio
    if (/\btransport\b/i.test(name.value) && !PLACEHOLDER.test(supported.value)) return readTransportName(supported) ?? []
    const transport = readTransportName(name)
    if (transport === null || /\b(?:command|endpoint)\b/i.test(name.value)) return []
    const answer = readYesOrNo(supported)
    return (answer === null ? supported.value !== '' && !PLACEHOLDER.test(supported.value) : answer.value) ? [transport] : []
  })
}

function readLaunchCommand(sections: readonly OutlineSection[]): Sourced<string> | null {
  const blocks = sections.flatMap((section) => section.blocks)
  const found = blocks.find(({ kind }) => kind === 'code') ?? blocks[0]
  return found === undefined ? null : nonBlank(found.text)
}

function nonBlank(text: Sourced<string>): Sourced<string> | null {
  const value = text.value.trim()
  return value === '' || PLACEHOLDER.test(value) ? null : { value, at: text.at }
}
