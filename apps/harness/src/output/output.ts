import { stringifyJson } from '@b10x/mcp-foundation'
import type { JsonObject } from '@b10x/mcp-foundation'
import type { CliIo } from '../cli-io.ts'
import { escapeJsonText } from './escape-text.ts'
import { createStyle } from './style.ts'
import type { Style } from './style.ts'

/** The one door to the streams: results on stdout, everything else on stderr. */
export interface Output {
  /** True when stdout gets one JSON document and nothing else. */
  readonly json: boolean
  /** For lines on stdout. */
  readonly style: Style
  /** For notes on stderr. */
  readonly noteStyle: Style
  /** One JSON document, hidden characters spelled as `\uXXXX`: the same value in safer bytes. */
  document(value: JsonObject): void
  /** Human lines, already escaped. */
  lines(lines: readonly string[]): void
  /** A note beside the result, already escaped. */
  note(line: string): void
}

export function createOutput(io: CliIo, options: { readonly json: boolean; readonly color: boolean }): Output {
  return {
    json: options.json,
    style: createStyle(io.stdout, io.env, options.color),
    noteStyle: createStyle(io.stderr, io.env, options.color),
    document: (value) => io.stdout.write(`${escapeJsonText(stringifyJson(value))}\n`),
    lines: (lines) => io.stdout.write(lines.map((line) => `${line}\n`).join('')),
    note: (line) => io.stderr.write(`${line}\n`)
  }
}
