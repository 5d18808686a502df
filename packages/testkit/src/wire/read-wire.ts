/** The golden messages in `wire/<revision>/`, one a file, spelled from the rules of the protocol. */
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page, ScriptPart } from '../script/script.ts'
import { isRecord } from '../server/json-rpc.ts'

/** A golden message and how it travels. */
export interface WireMessage {
  /** The file name up to its kind, such as `tools-list-next`. */
  readonly name: string
  readonly kind: 'request' | 'response' | 'notification'
  readonly about: string
  readonly direction: 'client-to-server' | 'server-to-client'
  /** HTTP request headers of a client's message. */
  readonly headers?: Readonly<Record<string, string>>
  /** HTTP status of a response, or the one that answers a notification. */
  readonly status?: number
  readonly message: Readonly<Record<string, unknown>>
}

/** The revisions that have golden messages, newest first. */
export const WIRE_REVISIONS = ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26'] as const

export type WireRevision = (typeof WIRE_REVISIONS)[number]

/** All golden messages of a revision by file name without ending, such as `tools-call.request`. */
export function readWire(revision: WireRevision): ReadonlyMap<string, WireMessage> {
  const folder = new URL(`../../wire/${revision}/`, import.meta.url)
  const files = readdirSync(fileURLToPath(folder)).filter((file) => file.endsWith('.json')).sort()
  return new Map(files.map((file) => [file.slice(0, -'.json'.length), readOne(new URL(file, folder), file)]))
}

function readOne(url: URL, file: string): WireMessage {
  const [name = '', kind = ''] = file.split('.')
  if (kind !== 'request' && kind !== 'response' && kind !== 'notification') throw new TypeError(`${file}: unknown kind`)
  return { name, kind, ...(JSON.parse(readFileSync(url, 'utf8')) as Omit<WireMessage, 'name' | 'kind'>) }
}

/** The server that answers the golden requests of a revision with its golden responses. */
export function wireScript(revision: WireRevision): ScriptPart {
  const wire = readWire(revision)
  const resultOf = (name: string): Record<string, unknown> => {
    const value = wire.get(`${name}.response`)?.message['result']
    if (!isRecord(value)) throw new TypeError(`${revision}/${name}.response.json has no result`)
    return value
  }
  const opening = resultOf(revision === '2026-07-28' ? 'server-discover' : 'initialize')
  return {
    protocolVersions: [revision],
    session: revision !== '2026-07-28',
    serverInfo: { name: 'orchard', version: '3.1.4' },
    capabilities: { ...(isRecord(opening['capabilities']) ? opening['capabilities'] : {}) },
    instructions: String(opening['instructions']),
    pages: [toPage(resultOf('tools-list')), toPage(resultOf('tools-list-next'))],
    results: {
      forecast: resultOf('tools-call'),
      prune: resultOf('tools-call-failed'),
      'graft ✂': { content: [{ type: 'text', text: 'Grafted.' }] }
    }
  }
}

function toPage({ tools, nextCursor }: Record<string, unknown>): Page {
  const descriptors = Array.isArray(tools) ? tools.filter(isRecord) : []
  return typeof nextCursor === 'string' ? { tools: descriptors, nextCursor } : { tools: descriptors }
}
