import { outlineMarkdown } from './outline-markdown.ts'
import type { OutlineBlock, OutlineSection, OutlineTable } from './outline-markdown.ts'
import type { DocumentFault, SourcePosition, Sourced } from './source-position.ts'

/**
 * What a template leaves for its reader to fill in: `[[NAME]]`, `[[Yes / No]]`, a date of letters, all of a choice. What begins
 * with a quote or a digit is an array of arrays in a schema.
 */
export const PLACEHOLDER: RegExp = /\[\[\s*[\p{L}`<*.][^[\]]{0,2000}\]\]|\bYYYY-MM-DD\b|^Open \/ Monitoring \/ Mitigated$/u

export type Fields = Map<string, Sourced<string>>

/** Rows of label and value, by label as written. A blank that was left, and a label that stands twice, are faults. */
export function readFieldTables(section: OutlineSection, faults: DocumentFault[], into: Fields = new Map()): Fields {
  for (const [label, value] of [...section.tables.flatMap(({ rows }) => rows.slice(1)), ...readLooseRows(section)]) {
    if (label === undefined || value === undefined) continue
    if (into.has(label.value)) faults.push({ kind: 'duplicate', subject: label.value, at: label.at })
    else into.set(label.value, value)
    if (PLACEHOLDER.test(value.value)) faults.push({ kind: 'placeholder', subject: label.value, at: value.at })
  }
  return into
}

/** Rows without a heading above them are a paragraph to Markdown, and a table to whoever wrote them. */
function readLooseRows(section: OutlineSection): readonly (readonly Sourced<string>[])[] {
  return section.blocks.filter(({ kind, text }) => kind === 'paragraph' && text.value.startsWith('|')).flatMap(readLoose)
}

/** As a table whose heading we write above it; a line that is no row is none. */
function readLoose({ text, source }: OutlineBlock): readonly (readonly Sourced<string>[])[] {
  const rows = source.map((line) => line.replace(/^[\s\uFEFF]*/, (blank) => ' '.repeat(Math.min(blank.length, 3))))
  const shifts = source.map((line, index) => line.length - (rows[index]?.length ?? 0))
  const width = Math.min(Math.max(2, ...rows.map((row) => row.split('|').length - 2)), 64)
  const head = `${'|x'.repeat(width)}|\n${'|-'.repeat(width)}|\n`
  const tables = outlineMarkdown(`${head}${rows.join('\n')}`, text.at.file).flatMap((section) => section.tables)
  return tables.flatMap(({ rows: found }) => found.slice(1)).map((cells) => {
    if (!/^\s*\|.*\|.*\|/.test(rows[(cells[0]?.at.line ?? 0) - 3] ?? '')) return []
    return cells.map(({ value, at }) => ({ value, at: { ...at, line: at.line - 3 + text.at.line, column: at.column + (shifts[at.line - 3] ?? 0) } }))
  })
}

/** Lines such as `**Owner:** Notes team`, in paragraphs and lists; one paragraph may hold several. */
export function readLabels(section: OutlineSection, into: Fields = new Map(), faults: DocumentFault[] = []): Fields {
  for (const { kind, text, source } of section.blocks) {
    if (kind === 'code' || text.value.startsWith('|')) continue
    for (const { value: line, at } of labelledLines(text, source)) {
      const [, label, value] = /^([^:?\n]+\??):?\s*([^]*)$/.exec(line) ?? []
      if (label === undefined || value === undefined) continue
      into.set(label, { value, at })
      if (PLACEHOLDER.test(value)) faults.push({ kind: 'placeholder', subject: label, at })
    }
  }
  return into
}

/** A line that begins with a label begins anew; one that does not goes on with what the label above it says. */
function labelledLines(text: Sourced<string>, source: readonly string[]): readonly Sourced<string>[] {
  const lines: Sourced<string>[] = []
  for (const [index, line] of text.value.split('\n').entries()) {
    const last = lines.at(-1)
    if (last === undefined || /^[A-Z`][^:?.]{0,60}[:?]\s/.test(line)) lines.push({ value: line, at: placeOfLine(text.at, source, index) })
    else lines[lines.length - 1] = { value: `${last.value}\n${line}`, at: last.at }
  }
  return lines
}

function placeOfLine(at: SourcePosition, source: readonly string[], index: number): SourcePosition {
  return index === 0 ? at : { ...at, line: at.line + index, column: (/^[\s>]*/.exec(source[index] ?? '')?.[0].length ?? 0) + 1 }
}

/** The first field whose label starts so, in any case of letters; null where it is empty or a blank was left. */
export function fieldOf(fields: ReadonlyMap<string, Sourced<string>>, ...starts: readonly string[]): Sourced<string> | null {
  for (const [label, value] of fields) {
    if (!starts.some((start) => label.toLowerCase().startsWith(start))) continue
    return value.value === '' || PLACEHOLDER.test(value.value) ? null : value
  }
  return null
}

/** A table whose first heading is one of these words, as rows by heading. */
export function readRows(table: OutlineTable, ...firsts: readonly string[]): readonly ReadonlyMap<string, Sourced<string>>[] {
  const labels = table.rows[0]?.map(({ value }) => value) ?? []
  if (!firsts.includes(labels[0]?.toLowerCase() ?? '')) return []
  return table.rows.slice(1).map((row) => new Map(row.map((cell, index) => [labels[index] ?? '', cell])))
}

export function readYesOrNo(cell: Sourced<string> | null): Sourced<boolean> | null {
  const word = cell === null ? null : /^(?:(yes|true|y|✅|✔|supported|declared|used)|no|none|false|n|❌|not|n\/a)(?:\b|\s|$|[.,;(—–-])/iu.exec(cell.value)
  return cell === null || word === null ? null : { value: word[1] !== undefined, at: cell.at }
}

/** Everything that a section says below its heading, joined; its place is the heading's. */
export function textOf(section: OutlineSection): Sourced<string> {
  return { value: section.blocks.map(({ text }) => text.value).join('\n'), at: section.title.at }
}

/** The sections whose title fits, each with those below it. */
export function sectionsUnder(sections: readonly OutlineSection[], fits: (section: OutlineSection) => boolean): readonly OutlineSection[] {
  let level = 0
  return sections.filter((section) => {
    if (fits(section) && (level === 0 || section.level <= level)) level = section.level
    else if (section.level <= level) level = 0
    return level > 0
  })
}

/** What is written about transports, by the names of the specification. */
export function readTransportName(cell: Sourced<string>): Sourced<'stdio' | 'streamable-http'> | null {
  if (/\bstdio\b/i.test(cell.value)) return { value: 'stdio', at: cell.at }
  return /\bhttp\b/i.test(cell.value) ? { value: 'streamable-http', at: cell.at } : null
}
