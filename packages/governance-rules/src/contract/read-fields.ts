import type { OutlineSection, OutlineTable } from './outline-markdown.ts'
import type { DocumentFault, Sourced } from './source-position.ts'

/** What a template leaves for its reader to fill in. */
export const PLACEHOLDER: RegExp = /\[\[[A-Z0-9_ -]+\]\]/

export type Fields = Map<string, Sourced<string>>

/** Rows of label and value, by label as written. A blank that was left, and a label that stands twice, are faults. */
export function readFieldTables(section: OutlineSection, faults: DocumentFault[], into: Fields = new Map()): Fields {
  for (const [label, value] of section.tables.flatMap(({ rows }) => rows.slice(1))) {
    if (label === undefined || value === undefined) continue
    if (into.has(label.value)) faults.push({ kind: 'duplicate', subject: label.value, at: label.at })
    else into.set(label.value, value)
    if (PLACEHOLDER.test(value.value)) faults.push({ kind: 'placeholder', subject: label.value, at: value.at })
  }
  return into
}

/** Lines such as `**Owner:** Notes team`, in paragraphs and lists. */
export function readLabels(section: OutlineSection, into: Fields = new Map(), faults: DocumentFault[] = []): Fields {
  for (const { kind, text } of section.blocks) {
    if (kind === 'code') continue
    const [, label, value] = /^([^:?\n]+\??):?\s*([^]*)$/.exec(text.value) ?? []
    if (label === undefined || value === undefined) continue
    into.set(label, { value, at: text.at })
    if (PLACEHOLDER.test(value)) faults.push({ kind: 'placeholder', subject: label, at: text.at })
  }
  return into
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

/** What is written about transports, by the names of the specification. */
export function readTransportName(cell: Sourced<string>): Sourced<'stdio' | 'streamable-http'> | null {
  if (/\bstdio\b/i.test(cell.value)) return { value: 'stdio', at: cell.at }
  return /\bhttp\b/i.test(cell.value) ? { value: 'streamable-http', at: cell.at } : null
}
