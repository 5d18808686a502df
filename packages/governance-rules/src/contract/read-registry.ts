import { outlineMarkdown } from './outline-markdown.ts'
import type { OutlineBlock, OutlineSection, OutlineTable } from './outline-markdown.ts'
import { fieldOf, PLACEHOLDER, readFieldTables, readLabels, readYesOrNo, textOf } from './read-fields.ts'
import type { DocumentFault, Sourced } from './source-position.ts'
import type { RegisteredTool, SummaryRow, ToolRegistry } from './tool-registry.ts'

const TIER = /^(?:tier\s*)?(-?\d{1,9})(?!\d)\s*(?:[—–:.-]\s*)?/i

/** Reads `docs/mcp/tool-registry.md`. Never throws: what does not hold is a fault with its place. */
export function readRegistry(text: string, file: string): ToolRegistry {
  const faults: DocumentFault[] = []
  const tools: RegisteredTool[] = []
  const summary: SummaryRow[] = []
  const seen = new Set<string>()
  const header = new Map<string, Sourced<string>>()
  let dynamicTools: ToolRegistry['dynamicTools'] = null
  let deprecation: ToolRegistry['deprecation'] = null
  for (const section of foldSections(outlineMarkdown(text, file))) {
    const title = section.title.value
    const tool = /^Tool:\s*(.+)$/is.exec(title)
    if (tool !== null) {
      const read = readTool(section, tool[1] ?? '', faults)
      if (seen.has(read.name.value)) faults.push({ kind: 'duplicate', subject: 'Tool', at: read.at })
      seen.add(read.name.value)
      tools.push(read)
    } else if (/\bdynamic\b/i.test(title)) dynamicTools = readDynamicTools(section, faults)
    else if (/\bdeprecation\b/i.test(title)) deprecation = textOf(section)
    else if (section.level <= 1) readLabels(section, header, faults)
    for (const table of tool === null ? section.tables : []) summary.push(...readSummary(table))
  }
  return { file, header, tools, summary, dynamicTools, deprecation, faults }
}

/** What stands under smaller headings of a tool belongs to it. Their tables are not its fields: they may be of parameters. */
function foldSections(sections: readonly OutlineSection[]): readonly OutlineSection[] {
  const folded: OutlineSection[] = []
  let open: { readonly level: number; readonly blocks: OutlineBlock[] } | null = null
  for (const section of sections) {
    const { level, title, blocks, tables } = section
    const sums = tables.some(table => readSummary(table).length > 0)
    if (open !== null && level > open.level && !sums && !/^Tool:|\bdynamic\b|\bdeprecation\b|\bsummary\b/i.test(title.value)) {
      const described: boolean = open.blocks.some(({ kind }) => kind === 'quote')
      open.blocks.push({ kind: 'paragraph', text: title, info: '', source: [] }, ...blocks.filter(({ kind }) => !described || kind !== 'quote'))
    } else {
      open = /^Tool:/i.test(title.value) ? { level, blocks: [...blocks] } : null
      folded.push(open === null ? section : { ...section, blocks: open.blocks })
    }
  }
  return folded
}

function readTool(section: OutlineSection, heading: string, faults: DocumentFault[]): RegisteredTool {
  const fields = readFieldTables(section, faults)
  const field = (start: string): Sourced<string> | null => fieldOf(fields, start)
  const trust = field('consumer trust tier')
  const tier = readTier(trust)
  if (trust !== null && tier === null) faults.push({ kind: 'invalid_value', subject: 'Consumer trust tier', at: trust.at })
  const rest = trust === null ? '' : trust.value.replace(TIER, '').trim()
  const quotes = section.blocks.filter(block => block.kind === 'quote')
  const firstQuote = quotes[0]
  if (PLACEHOLDER.test(heading)) faults.push({ kind: 'placeholder', subject: 'Tool', at: section.title.at })
  return {
    name: { value: heading.trim(), at: section.title.at },
    title: field('display title'),
    intent: field('intent'),
    sideEffects: field('side effects'),
    tier,
    rationale: trust === null || tier === null || rest === '' ? null : { value: rest, at: trust.at },
    approvalGating: field('approval gating'),
    idempotency: field('idempoten'),
    returnsExternalContent: readYesOrNo(field('returns external content')),
    modelDescription: firstQuote === undefined ? null : { value: quotes.map(block => block.text.value).join('\n'), at: firstQuote.text.at },
    fields,
    notes: section.blocks.filter(block => block.kind !== 'quote').map(block => block.text),
    at: section.title.at
  }
}

function readSummary(table: OutlineTable): SummaryRow[] {
  const labels = table.rows[0]?.map(cell => cell.value) ?? []
  if (labels[0]?.toLowerCase() !== 'tool') return []
  return table.rows.slice(1).flatMap(row => {
    const name = row[0]
    if (name === undefined) return []
    const cells = new Map(row.map((cell, i) => [labels[i] ?? '', cell]))
    return [{ name, tier: readTier(cells.get('Tier') ?? null), cells }]
  })
}

function readDynamicTools(section: OutlineSection, faults: DocumentFault[]): NonNullable<ToolRegistry['dynamicTools']> {
  const declared = [...readFieldTables(section, faults, readLabels(section))].find(([label]) => /listChanged/i.test(label))?.[1] ?? null
  return { listChanged: readYesOrNo(declared), text: textOf(section) }
}

function readTier(cell: Sourced<string> | null): Sourced<number> | null {
  const digits = cell === null ? undefined : TIER.exec(cell.value)?.[1]
  return cell === null || digits === undefined ? null : { value: Number(digits), at: cell.at }
}
