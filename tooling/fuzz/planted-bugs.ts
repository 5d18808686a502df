/** Bugs that a reader could have. Each is written into a copy of the foundation, where the fuzzer must find it. */
import { cpSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findSource } from './foundation-under-test.ts'
import type { CodecName } from './fuzz-order.ts'

export interface PlantedBug {
  readonly name: string
  /** The source file, by name. */
  readonly file: string
  readonly find: string
  readonly replace: string
  readonly codec: CodecName
  /** The rules that may find it. */
  readonly rules: readonly string[]
}

export const PLANTED_BUGS: readonly PlantedBug[] = [
  {
    name: 'a duplicate member inside a value is accepted', file: 'json-reader.ts', codec: 'http',
    find: "if (Object.hasOwn(object, name)) throw this.fault('duplicate_member')", replace: '',
    rules: ['reader_accepted', 'outcome_unjustified', 'page_unjustified', 'connection_unjustified']
  },
  {
    name: 'a duplicate envelope member is accepted', file: 'read-messages.ts', codec: 'stdio',
    find: "if (seen.has(name)) throw reader.fault('duplicate_member')", replace: '',
    rules: ['reader_accepted', 'outcome_unjustified', 'page_unjustified', 'connection_unjustified']
  },
  {
    name: 'a duplicate in a snapshot file is accepted', file: 'json-reader.ts', codec: 'snapshot',
    find: "if (Object.hasOwn(object, name)) throw this.fault('duplicate_member')", replace: '', rules: ['snapshot_accepted', 'json_accepted']
  },
  {
    name: 'depth is not bounded', file: 'json-reader.ts', codec: 'stdio',
    find: 'if (this.#depth > this.maxDepth) {', replace: 'if (this.#depth < 0) {', rules: ['reader_accepted', 'untyped_error', 'page_unjustified', 'outcome_unjustified']
  },
  {
    name: 'a byte order mark is dropped', file: 'decode-utf8.ts', codec: 'http',
    find: 'ignoreBOM: true', replace: 'ignoreBOM: false', rules: ['reader_accepted', 'page_unjustified', 'outcome_unjustified', 'connection_unjustified']
  },
  {
    name: 'ids are compared loosely', file: 'match-answer.ts', codec: 'http',
    find: 'message.id === id', replace: 'String(message.id) === String(id)', rules: ['outcome_unjustified', 'page_unjustified', 'connection_unjustified']
  },
  {
    name: 'a result beside an error is an error', file: 'read-messages.ts', codec: 'stdio',
    find: 'if (result !== undefined || !isId(id ?? null)) return null', replace: 'if (!isId(id ?? null)) return null', rules: ['reader_accepted']
  },
  {
    name: 'data of an event is joined without a newline', file: 'read-event-stream.ts', codec: 'http',
    find: '`${data}\\n${text}`', replace: '`${data}${text}`', rules: ['outcome_unjustified', 'page_unjustified', 'connection_unjustified']
  },
  {
    name: 'a carriage return at the end of a chunk ends two lines', file: 'read-event-stream.ts', codec: 'http',
    find: 'if (chunk[0] === LF) start = 1', replace: '', rules: ['good_refused']
  },
  {
    name: 'an event of another name is taken for a message', file: 'listen-to-events.ts', codec: 'sse',
    find: '      countEvent()\n      if (name', replace: "      countEvent()\n      if (name !== 'endpoint' && data !== null && data !== '') onMessage(data)\n      if (name",
    rules: ['outcome_unjustified', 'page_unjustified', 'connection_unjustified']
  },
  {
    name: 'an answer on the event stream goes to whoever waits', file: 'correlate-requests.ts', codec: 'sse',
    find: 'return waiting.get(response.id)', replace: 'return [...waiting.values()][0]', rules: ['outcome_unjustified', 'page_unjustified', 'connection_unjustified']
  },
  {
    name: 'an escape is reported by the engine', file: 'json-reader.ts', codec: 'stdio',
    find: "throw this.fault('syntax', start)\n    }", replace: "throw new SyntaxError('bad escape')\n    }", rules: ['untyped_error']
  },
  {
    name: '__proto__ is assigned', file: 'json-reader.ts', codec: 'http',
    find: "if (name === '__proto__') {", replace: "if (name === '') {", rules: ['result_changed', 'descriptor_changed']
  },
  {
    name: 'two tools of one name are listed', file: 'freeze-snapshot.ts', codec: 'stdio',
    find: '  refuseDuplicateNames(listing.descriptors)\n', replace: '', rules: ['tool_name_twice']
  },
  {
    name: 'a number loses digits', file: 'json-reader.ts', codec: 'http',
    find: 'token.length <= 15) return Number(token)', replace: 'token.length <= 15) return Number(token) | 0', rules: ['result_changed', 'descriptor_changed', 'reader_differs']
  },
  {
    name: 'a string without an end is read for ever', file: 'json-reader.ts', codec: 'stdio',
    find: "throw this.fault('syntax', text.length)", replace: 'for (;;) continue', rules: ['hang']
  }
]

export interface PlantedFoundation extends Disposable {
  /** A copy of `mcp-foundation` with the bug in it. */
  readonly folder: string
}

/** @throws Error when the text to replace is not there exactly once: then the bug is not planted */
export function plantBug(foundation: string, { file, find, replace }: PlantedBug): PlantedFoundation {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'b10x-fuzz-'))
  const remove = (): void => rmSync(folder, { recursive: true, force: true })
  try {
    cpSync(join(foundation, 'src'), join(folder, 'src'), { recursive: true })
    cpSync(join(foundation, 'package.json'), join(folder, 'package.json'))
    symlinkSync(realpathSync(join(foundation, 'node_modules')), join(folder, 'node_modules'))
    const path = findSource(folder, file)
    const parts = readFileSync(path, 'utf8').split(find)
    if (parts.length !== 2) throw new Error(`${file} does not hold the text that this bug replaces exactly once`)
    writeFileSync(path, parts.join(replace))
    return { folder, [Symbol.dispose]: remove }
  } catch (error) {
    remove()
    throw error
  }
}
