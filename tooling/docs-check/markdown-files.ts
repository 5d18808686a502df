// The Markdown files of the repository, and what stands in them outside code blocks.
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export const ROOT: string = fileURLToPath(new URL('../../', import.meta.url))

const NOT_OURS = ['**/node_modules/**', '**/dist/**']

/** Paths from the root, sorted. */
export const MARKDOWN_FILES: readonly string[] = globSync('**/*.md', { cwd: ROOT, exclude: NOT_OURS })
  .map((file) => file.replaceAll('\\', '/'))
  .sort()

/** Sources and tooling, tests included. */
export const SOURCE_FILES: readonly string[] = globSync('{packages,apps,tooling}/**/*.{ts,mjs}', { cwd: ROOT, exclude: NOT_OURS }).sort()

export function readText(file: string): string {
  return readFileSync(`${ROOT}${file}`, 'utf8')
}

/** The text with fenced blocks and code spans emptied. */
export function proseOf(text: string): string {
  return text.replaceAll(/^(```+|~~~+).*\n[\s\S]*?^\1.*$/gm, '').replaceAll(/(`+)[^`\n](?:[\s\S]*?[^`])?\1(?!`)/g, '``')
}

/** What stands in fenced blocks and in code spans. */
export function codeOf(text: string): readonly string[] {
  const blocks = [...text.matchAll(/^(```+|~~~+).*\n([\s\S]*?)^\1.*$/gm)].map(([, , code = '']) => code)
  const rest = text.replaceAll(/^(```+|~~~+).*\n[\s\S]*?^\1.*$/gm, '')
  return [...blocks, ...[...rest.matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code)]
}

/** The anchors that a renderer makes of the headings. */
export function anchorsOf(text: string): ReadonlySet<string> {
  const headings = [...text.replaceAll(/^(```+|~~~+).*\n[\s\S]*?^\1.*$/gm, '').matchAll(/^#{1,6} (.*)$/gm)]
  const seen = new Map<string, number>()
  return new Set(
    headings.map(([, heading = '']) => {
      const slug = heading.toLowerCase().replaceAll(/[^\p{L}\p{N}\s_-]/gu, '').trim().replaceAll(' ', '-')
      const times = seen.get(slug) ?? 0
      seen.set(slug, times + 1)
      return times === 0 ? slug : `${slug}-${times}`
    })
  )
}

/** The cells of every table row, without the lines under headings. */
export function rowsOf(text: string): readonly (readonly string[])[] {
  return text
    .split('\n')
    .filter((line) => /^\|.*\|$/.test(line) && !/^\|[\s|:-]+\|$/.test(line))
    .map((line) => line.slice(1, -1).split('|').map((cell) => cell.trim()))
}
