// Answers that are text before anybody asks, so that a server costs next to nothing.
import { ECHO, makeTextJson, makeTools, makeToolsWithOutput, type MadeTool } from './corpus.ts'

/** Which tools a server offers, and in how many pages. */
export type ToolSet = 'calls' | 'thousand-1' | 'thousand-20' | 'refresh'

export interface ReceivedMessage {
  readonly id?: number | string
  readonly method: string
  readonly params?: { readonly name?: string; readonly cursor?: string; readonly protocolVersion?: string }
}

const MIB = 1024 * 1024
const INFO = '{"name":"bench","version":"1.0.0"}'
const META = `"_meta":{"io.modelcontextprotocol/serverInfo":${INFO}}`
const COMPLETE = '"resultType":"complete"'
const DISCOVERED = `{"supportedVersions":["2026-07-28"],"capabilities":{"tools":{}},"ttlMs":0,"cacheScope":"private",${COMPLETE},${META}}`
const SMALL = textResult('"done"')

/** Made when first asked for: most processes need one of them. */
const large = new Map<string, string>()
const pages = new Map<ToolSet, readonly string[]>()

/** The JSON text of a response, or null for a notification. */
export function answer(message: ReceivedMessage, set: ToolSet): string | null {
  if (message.id === undefined) return null
  return `{"jsonrpc":"2.0","id":${JSON.stringify(message.id)},"result":${resultOf(message, set)}}`
}

function resultOf({ method, params }: ReceivedMessage, set: ToolSet): string {
  switch (method) {
    case 'server/discover':
      return DISCOVERED
    case 'initialize':
      return `{"protocolVersion":${JSON.stringify(params?.protocolVersion)},"capabilities":{"tools":{}},"serverInfo":${INFO}}`
    case 'tools/list':
      return pagesOf(set)[Number(params?.cursor ?? 0)] ?? ''
    case 'tools/call':
      return params?.name?.startsWith('large-') === true ? largeResult(params.name) : SMALL
    default:
      return '{}'
  }
}

function textResult(json: string): string {
  return `{"content":[{"type":"text","text":${json}}],${COMPLETE},${META}}`
}

/** `large-10` has ten mebibytes of text. */
function largeResult(name: string): string {
  const made = large.get(name) ?? textResult(makeTextJson(Number(name.slice('large-'.length)) * MIB))
  large.set(name, made)
  return made
}

function pagesOf(set: ToolSet): readonly string[] {
  const made = pages.get(set) ?? makePages(set)
  pages.set(set, made)
  return made
}

function makePages(set: ToolSet): readonly string[] {
  switch (set) {
    case 'calls':
      return writePages([ECHO, ...['large-1', 'large-8', 'large-10', 'flood'].map((name) => ({ ...ECHO, name }))], 1)
    case 'thousand-1':
      return writePages(makeTools(1_000), 1)
    case 'thousand-20':
      return writePages(makeTools(1_000), 20)
    case 'refresh':
      return writePages(makeToolsWithOutput(20), 1)
  }
}

/** The cursor of a page is its number. */
function writePages(tools: readonly MadeTool[], count: number): readonly string[] {
  const size = Math.ceil(tools.length / count)
  return Array.from({ length: count }, (_, page) => {
    const next = page + 1 < count ? `,"nextCursor":"${page + 1}"` : ''
    return `{"tools":${JSON.stringify(tools.slice(page * size, (page + 1) * size))}${next},"ttlMs":0,"cacheScope":"private",${COMPLETE},${META}}`
  })
}
