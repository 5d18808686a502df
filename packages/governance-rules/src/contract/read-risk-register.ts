import type { RegisteredRisk, RiskRegister } from './governance-documents.ts'
import { outlineMarkdown } from './outline-markdown.ts'
import type { OutlineSection } from './outline-markdown.ts'
import { fieldOf, PLACEHOLDER, readFieldTables, readLabels, readRows } from './read-fields.ts'
import type { Fields } from './read-fields.ts'
import type { DocumentFault, Sourced } from './source-position.ts'

const ID = /^(R-MCP-(?:PROJ-)?[A-Z0-9]+)\b\s*(?:[—–:.-]+\s*)?([^]*)$/i

/** Reads `docs/mcp/risk-register.md`: a block for each risk, tables of project risks and of closed ones. Never throws. */
export function readRiskRegister(text: string, file: string): RiskRegister {
  const faults: DocumentFault[] = []
  const risks: RegisteredRisk[] = []
  const seen = new Set<string>()
  let closed = false
  for (const section of outlineMarkdown(text, file)) {
    // A heading above the blocks says what they are.
    if (section.level <= 2) closed = /\bclosed\b/i.test(section.title.value)
    for (const risk of [...readBlock(section, closed, faults), ...readTables(section, closed, faults)]) {
      const id = risk.id.value.toUpperCase()
      if (seen.has(id)) faults.push({ kind: 'duplicate', subject: id, at: risk.at })
      seen.add(id)
      risks.push(risk)
    }
  }
  return { file, risks, faults }
}

function readBlock(section: OutlineSection, closed: boolean, faults: DocumentFault[]): readonly RegisteredRisk[] {
  const [, id, title = ''] = ID.exec(section.title.value) ?? []
  if (id === undefined) return []
  return [riskOf({ value: id, at: section.title.at }, title === '' ? null : { value: title, at: section.title.at }, readFieldsOf(section, faults), closed)]
}

/** Lines of label and value beside a table, or instead of one, hold what the table does not say. */
function readFieldsOf(section: OutlineSection, faults: DocumentFault[]): Fields {
  const fields = readFieldTables(section, faults)
  for (const [label, value] of readLabels(section, new Map(), faults)) if (!fields.has(label)) fields.set(label, value)
  return fields
}

function readTables(section: OutlineSection, closed: boolean, faults: DocumentFault[]): readonly RegisteredRisk[] {
  return section.tables.flatMap((table) => readRows(table, 'id', 'risk', 'risk id')).flatMap((cells) => {
    const [first] = cells.values()
    const id = first === undefined ? null : ID.exec(first.value)
    if (first === undefined || (id === null && !PLACEHOLDER.test(first.value))) return []
    for (const [label, { value, at }] of cells) if (PLACEHOLDER.test(value)) faults.push({ kind: 'placeholder', subject: label, at })
    return id === null ? [] : [riskOf({ value: id[1] ?? '', at: first.at }, fieldOf(cells, 'title', 'description', 'risk'), new Map(cells), closed)]
  })
}

function riskOf(id: Sourced<string>, title: Sourced<string> | null, fields: Fields, closed: boolean): RegisteredRisk {
  const status = fieldOf(fields, 'status')
  return {
    id: { value: id.value.toUpperCase(), at: id.at },
    title,
    mitigation: fieldOf(fields, 'mitigation'),
    owner: fieldOf(fields, 'owner'),
    status,
    closed: closed || /^closed\b/i.test(status?.value ?? ''),
    fields,
    at: id.at
  }
}
