import { jsonText } from '../script/raw-json.ts'
import type { Page, Script } from '../script/script.ts'

/** The page that a cursor asks for (undefined: the first one), or null for a cursor that was never handed out. */
export function findPage(script: Script, cursor: unknown): Page | null {
  const pages = script.pages ?? cutPages(script)
  if (cursor === undefined) return pages[0] ?? { tools: [] }
  const before = pages.findIndex((page) => page.nextCursor !== undefined && page.nextCursor === cursor)
  return before < 0 ? null : (pages[before + 1] ?? null)
}

function cutPages(script: Script): Page[] {
  const count = Math.max(1, Math.ceil(script.tools.length / script.pageSize))
  return Array.from({ length: count }, (_, index) => {
    const tools = script.tools.slice(index * script.pageSize, (index + 1) * script.pageSize)
    return index + 1 < count ? { tools, nextCursor: `page-${index + 2}` } : { tools }
  })
}

/** The members of a tools/list result, as text, descriptors untouched. */
export function pageMembers(page: Page): string {
  const next = page.nextCursor === undefined ? '' : `,"nextCursor":${JSON.stringify(page.nextCursor)}`
  return `"tools":[${page.tools.map(jsonText).join(',')}]${next}`
}

/** True when some page lists a tool under this name, as `JSON.parse` reads it. */
export function findTool(script: Script, name: unknown): Record<string, unknown> | null {
  const pages = script.pages ?? [{ tools: script.tools }]
  for (const raw of pages.flatMap((page) => page.tools)) {
    const descriptor = parseOrNull(jsonText(raw))
    if (descriptor?.['name'] === name) return descriptor
  }
  return null
}

function parseOrNull(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? { ...value } : null
  } catch {
    return null
  }
}
