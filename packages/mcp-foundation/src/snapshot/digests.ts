import type * as Crypto from 'node:crypto'
import { canonicalize } from '../json/canonicalize.ts'

// Domain tags keep a digest of one kind from ever being one of another (docs/formats/tool-snapshot.md, 3).
const TOOL_TAG = 'b10x.tool.v1\0'
const SNAPSHOT_TAG = 'b10x.tool-snapshot.v1\0'

/** Loaded with the first digest: a program that only imports this package does not pay for it. */
let crypto: typeof Crypto | null = null

function loadCrypto(): typeof Crypto {
  crypto ??= process.getBuiltinModule('node:crypto')
  return crypto
}

/** Stands in the place of a name's length where a descriptor has no name. No real name is that long. */
const NAMELESS = 0xffffffff

/** SHA-256 over the tool tag and the canonical descriptor, as `sha256:` and lower-case hexadecimal. */
export function digestTool(canonicalDescriptor: string): string {
  return `sha256:${loadCrypto().hash('sha256', TOOL_TAG + canonicalDescriptor, 'hex')}`
}

/** What a digest of a list needs of a tool. */
export interface DigestedTool {
  readonly name: string | null
  readonly digest: string
}

/**
 * SHA-256 over the snapshot tag, the revision, NUL, and per tool the length of its name (4 bytes, big-endian), the name
 * and the 32 bytes of its digest. The tools must be in order: see {@link compareTools}.
 */
export function digestSnapshot(protocolVersion: string, tools: readonly DigestedTool[]): string {
  const whole = loadCrypto().createHash('sha256').update(SNAPSHOT_TAG).update(protocolVersion).update('\0')
  const length = Buffer.alloc(4)
  for (const tool of tools) {
    const name = tool.name === null ? null : nameBytes(tool.name)
    length.writeUInt32BE(name === null ? NAMELESS : name.length)
    whole.update(length)
    if (name !== null) whole.update(name)
    whole.update(tool.digest.slice('sha256:'.length), 'hex')
  }
  return `sha256:${whole.digest('hex')}`
}

/** By the bytes of the name, nameless tools last, those by digest. */
export function compareTools(a: DigestedTool, b: DigestedTool): number {
  if (a.name === null || b.name === null) {
    if (a.name !== null) return -1
    if (b.name !== null) return 1
    return a.digest < b.digest ? -1 : a.digest > b.digest ? 1 : 0
  }
  if (PLAIN.test(a.name) && PLAIN.test(b.name)) return a.name < b.name ? -1 : a.name > b.name ? 1 : 0
  return Buffer.compare(nameBytes(a.name), nameBytes(b.name))
}

/** Names whose bytes are their characters: sorting asks for them often, and nearly all are like that. */
const PLAIN = /^[\w./-]*$/

/** UTF-8 of the name as its canonical string without the quotes: so a lone surrogate has bytes of its own, too. */
function nameBytes(name: string): Buffer {
  return Buffer.from(canonicalize(name).slice(1, -1))
}
