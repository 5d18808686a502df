import { joinPatterns } from './join-patterns.ts'

/** A way in which code says what a server exposes. */
export interface ExposureKind {
  /** Fits a line that says it by itself. */
  readonly line: RegExp
  /** Declarations over several lines in a text, each whole: every line of them says it. */
  readonly blocks: (text: string) => readonly string[]
}

const MAX_BLOCK = 4_096
const DECLARES = /\b\w*capabilities\b["']?\s{0,64}(?::\s{0,64}[\w.<>]{1,128}\s{0,64}=|[:=(])\s{0,64}\{/

/** Declared capabilities, and what a server asks of its clients. What only reads capabilities declares none. */
export const CAPABILITY_CODE: ExposureKind = {
  line: joinPatterns(
    [
      DECLARES,
      /\bServerCapabilities\s*\(|\bregisterCapabilities\s*\(|\bNotificationOptions\s*\(/,
      /\blistChanged\b["']?\s*[:=](?!=)|\blist_?changed\s*=(?!=)|\b(?:tools|resources|prompts)_changed\s*=(?!=)/,
      /\bcreateMessage\s*\(|\bcreate_message\s*\(|\belicit(?:Input|ation)?\s*\(|\binputRequired\s*\(/
    ],
    'i'
  ),
  blocks: text => Array.from(text.matchAll(new RegExp(DECLARES, 'gi')), ({ 0: start, index }) => blockFrom(text, index + start.length))
}

/** Tools, resources and prompts. */
export const TOOL_CODE: ExposureKind = {
  line: joinPatterns(
    [
      /\bregister(?:App)?(?:Tool|Resource|Prompt)\s*\(|\.(?:tool|add_?tool|resource|prompt)\s*\(|@\w+\.(?:tool|resource|prompt)\b/,
      /\bList(?:Tools|Resources|Prompts)RequestSchema\b|["'](?:tools|resources|prompts)\/list["']/
    ],
    'i'
  ),
  blocks: () => []
}

/** Transports and checks of authorization. */
export const TRANSPORT_CODE: ExposureKind = {
  line: joinPatterns(
    [
      /\b(?:Stdio|StreamableHTTP|SSE|WebStandardStreamableHTTP|NodeStreamableHTTP)ServerTransport\b/,
      /\bstdio_server\b|\bstreamable_http_app\b|\brequireBearerAuth\b|\bwww-authenticate\b/,
      /\boauth-protected-resource\b|\bauthorization_servers\b|\bscopes_supported\b|\bcode_challenge\b/
    ],
    'i'
  ),
  blocks: () => []
}

/** What stands from an opening brace to the one that closes it, cut to 4 096 characters. */
function blockFrom(text: string, start: number): string {
  let depth = 1
  for (let i = start; i < text.length && i < start + MAX_BLOCK; i++) {
    if (text[i] === '{') depth += 1
    else if (text[i] === '}' && --depth === 0) return text.slice(start, i)
  }
  return text.slice(start, start + MAX_BLOCK)
}
