import MarkdownIt from 'markdown-it'
import type { SourcePosition, Sourced } from './source-position.ts'

/** Text of a document without its markup; `info` is the language of a fence. */
export interface OutlineBlock {
  readonly kind: 'paragraph' | 'quote' | 'item' | 'code'
  readonly text: Sourced<string>
  readonly info: string
  /** The lines as they were written, for places within them. */
  readonly source: readonly string[]
}

/** The first row is the heading. */
export interface OutlineTable {
  readonly rows: readonly (readonly Sourced<string>[])[]
  readonly at: SourcePosition
}

/** A heading and what stands below it up to the next heading; level 0 is what stands before the first. */
export interface OutlineSection {
  readonly level: number
  readonly title: Sourced<string>
  readonly blocks: readonly OutlineBlock[]
  readonly tables: readonly OutlineTable[]
}

interface OpenSection extends OutlineSection {
  readonly blocks: OutlineBlock[]
  readonly tables: OutlineTable[]
}

type Token = ReturnType<InstanceType<typeof MarkdownIt>['parse']>[number]

/**
 * The sections of a Markdown document in their order (CommonMark with tables). HTML, comments included, is no content.
 * Headings in quotes and lists are text of these. Work and memory are linear in the length of the text.
 */
export function outlineMarkdown(text: string, file: string): readonly OutlineSection[] {
  const lines = text.split(/\r\n|\n|\r/)
  const tokens = new MarkdownIt({ html: true }).parse(text.replace(/^\uFEFF/, ''), {})
  const place = (line: number, column: number): SourcePosition => ({ file, line: line + 1, column: column + 1 })
  const indent = (line: number): number => /^[\uFEFF\s>]*/.exec(lines[line] ?? '')?.[0].length ?? 0
  let section: OpenSection = { level: 0, title: { value: '', at: place(0, 0) }, blocks: [], tables: [] }
  const sections = [section]
  const containers: ('quote' | 'item')[] = []
  let heading: Token | null = null
  let rows: Sourced<string>[][] | null = null
  let starts: readonly number[] = []
  let line = 0

  for (const token of tokens) {
    const from = token.map?.[0]
    if (from !== undefined) line = from
    if (token.type === 'blockquote_open') containers.push('quote')
    else if (token.type === 'list_item_open') containers.push('item')
    else if (token.type === 'blockquote_close' || token.type === 'list_item_close') containers.pop()
    else if (token.type === 'heading_open') heading = token
    else if (token.type === 'heading_close') heading = null
    else if (token.type === 'table_open') section.tables.push({ rows: (rows = []), at: place(line, indent(line)) })
    else if (token.type === 'table_close') rows = null
    else if (token.type === 'tr_open') {
      rows?.push([])
      starts = cellStarts(lines[line] ?? '')
    } else if (token.type === 'fence' || token.type === 'code_block') {
      const value = { value: token.content, at: place(line, indent(line)) }
      section.blocks.push({ kind: 'code', text: value, info: token.info.trim(), source: [] })
    } else if (token.type === 'inline') {
      const value = plainText(token)
      const row = rows?.at(-1)
      if (row !== undefined) row.push({ value, at: place(line, starts[row.length] ?? 0) })
      else if (heading !== null && containers.length === 0) {
        const marks = /^\s*(?:#+\s*)?/.exec(lines[line] ?? '')?.[0].length ?? 0
        section = { level: Number(heading.tag.slice(1)), title: { value, at: place(line, marks) }, blocks: [], tables: [] }
        sections.push(section)
      } else section.blocks.push({ kind: containers.at(-1) ?? 'paragraph', text: { value, at: place(line, indent(line)) }, info: '', source: lines.slice(line, token.map?.[1] ?? line + 1) })
    }
  }
  return sections
}

/** Columns (from 0) at which the cells of a row begin. */
function cellStarts(line: string): readonly number[] {
  const starts: number[] = []
  let open = !/^[\s>]*\|/.test(line)
  for (let i = 0; i < line.length; i++) {
    if (line[i] === '\\') i++
    else if (line[i] === '|') {
      // An empty cell begins after its bar.
      if (open && starts.length > 0) starts.push(i)
      open = true
      continue
    }
    if (open && !/[\s>]/.test(line[i] ?? '')) {
      starts.push(i)
      open = false
    }
  }
  return starts
}

function plainText(token: Token): string {
  let text = ''
  for (const child of token.children ?? []) {
    if (child.type === 'softbreak' || child.type === 'hardbreak') text += '\n'
    else if (child.type !== 'html_inline') text += child.content
  }
  return text.trim()
}
