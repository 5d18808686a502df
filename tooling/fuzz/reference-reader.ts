/**
 * A second opinion on what a document says. It shares no code with the reader under test: the engine decides the
 * syntax, and a tokenizer that knows nothing but brackets and strings finds what the engine lets pass.
 */

export interface ReferenceMessage {
  readonly kind: 'result' | 'error' | 'notification' | 'request'
  readonly id: string | number | null
  /** The text of the `result` member, empty without one. */
  readonly resultText: string
}

/** `unsure` is beyond this reader: numbers whose exact value decides. */
export type ReferenceReading = readonly ReferenceMessage[] | 'refused' | 'unsure'

export interface DocumentFacts {
  readonly duplicate: boolean
  readonly depth: number
  /** A number of so many digits that a reader may refuse it. */
  readonly longNumber: boolean
  /** Member texts of each message: the root's, or those of the elements of a root array. */
  readonly envelopes: readonly ReadonlyMap<string, string>[]
}

/** Strict UTF-8, or null. A byte order mark stays. */
export function decodeStrictly(bytes: Uint8Array): string | null {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8')
  return Buffer.from(text, 'utf8').equals(bytes) ? text : null
}

export function readAsReference(text: string, maxDepth: number, allowBatch: boolean): ReferenceReading {
  const root = parse(text)
  if (root === undefined || typeof root.value !== 'object' || root.value === null) return 'refused'
  const isBatch = Array.isArray(root.value)
  if (isBatch && (!allowBatch || (root.value as readonly unknown[]).length === 0)) return 'refused'
  const facts = examine(text)
  if (facts.duplicate || facts.depth > maxDepth) return 'refused'
  const values = isBatch ? (root.value as readonly unknown[]) : [root.value]
  const messages: ReferenceMessage[] = []
  for (const [index, value] of values.entries()) {
    const message = classify(value, facts.envelopes[index] ?? new Map())
    if (typeof message === 'string') return message
    messages.push(message)
  }
  return facts.longNumber ? 'unsure' : messages
}

function parse(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) as unknown }
  } catch {
    return undefined
  }
}

const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\]:,]|[^\s{}[\]:,"]+/gs

interface Frame {
  readonly names: Set<string> | null
  /** Member texts, where this object is an envelope. */
  readonly members: Map<string, string> | null
  atName: boolean
  name: string
  start: number
}

/** @param text valid JSON */
export function examine(text: string): DocumentFacts {
  const stack: Frame[] = []
  const envelopes: Map<string, string>[] = []
  const inArray = /^\s*\[/.test(text)
  let duplicate = false
  let longNumber = false
  let depth = 0
  let end = 0
  const finish = (frame: Frame | undefined): void => {
    if (frame?.members && frame.start >= 0) frame.members.set(frame.name, text.slice(frame.start, end))
    if (frame !== undefined) frame.start = -1
  }
  for (const { 0: part, index } of text.matchAll(TOKEN)) {
    const top = stack.at(-1)
    if (part === '}' || part === ']') {
      finish(top)
      stack.pop()
    } else if (part === ',') {
      finish(top)
      if (top !== undefined) top.atName = top.names !== null
    } else if (part === ':') {
      if (top !== undefined) top.atName = false
    } else if (top?.atName === true) {
      const name = JSON.parse(part) as string
      duplicate ||= top.names?.has(name) === true
      top.names?.add(name)
      top.name = name
    } else {
      if (top !== undefined && top.start < 0) top.start = index
      if (part === '{' || part === '[') {
        const members = part === '{' && stack.length === (inArray ? 1 : 0) ? new Map<string, string>() : null
        if (members !== null) envelopes.push(members)
        stack.push({ names: part === '{' ? new Set() : null, members, atName: part === '{', name: '', start: -1 })
        depth = Math.max(depth, stack.length)
      } else if (/^[-\d]/.test(part) && part.length > 500) longNumber = true
    }
    end = index + part.length
  }
  return { duplicate, depth, longNumber, envelopes }
}

/** JSON-RPC 2.0, sections 4 and 5, as MCP narrows them. */
function classify(value: unknown, texts: ReadonlyMap<string, string>): ReferenceMessage | 'refused' | 'unsure' {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'refused'
  const has = (name: string): boolean => Object.hasOwn(value, name)
  const member = (name: string): unknown => (has(name) ? (value as Record<string, unknown>)[name] : undefined)
  if (member('jsonrpc') !== '2.0') return 'refused'
  const id = member('id')
  if (typeof id === 'number' && !/^-?\d{1,15}$/.test(texts.get('id') ?? '')) return 'unsure'
  const isId = (typeof id === 'string' && id.length <= 1024) || (typeof id === 'number' && Number.isSafeInteger(id))
  const resultText = texts.get('result') ?? ''
  if (has('method')) {
    const params = member('params')
    const isObject = typeof params === 'object' && params !== null && !Array.isArray(params)
    if (typeof member('method') !== 'string' || has('result') || has('error') || (has('params') && !isObject)) return 'refused'
    if (!has('id')) return { kind: 'notification', id: null, resultText }
    return isId ? { kind: 'request', id: id as string | number, resultText } : 'refused'
  }
  if (has('error')) {
    if (has('result') || (has('id') && id !== null && !isId)) return 'refused'
    return { kind: 'error', id: (id ?? null) as ReferenceMessage['id'], resultText }
  }
  return has('result') && isId ? { kind: 'result', id: id as string | number, resultText } : 'refused'
}
