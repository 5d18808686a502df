import type { JsonObject, JsonValue } from '@b10x/mcp-foundation'
import { isGovernedError } from '@b10x/ports/errors'
import type { GovernedError } from '@b10x/ports/errors'
import type { CliIo } from '../cli-io.ts'
import { escapeLines } from './escape-text.ts'
import { operatorTextOf } from './operator-text.ts'
import type { Output } from './output.ts'
import { renderInline } from './render-value.ts'
import { indentLines } from './wrap-text.ts'

/** A mistake of ours, not of the user, the server or the network (sysexits.h, EX_SOFTWARE). */
const EXIT_SOFTWARE = 70

/** The `error` member of a JSON document: the four members of every error, with the operator's facts in `details`. */
export function errorMembers(error: GovernedError): JsonObject {
  const { code, family, message, details } = JSON.parse(JSON.stringify(error)) as Record<string, JsonValue>
  return { error: { code: code ?? '', family: family ?? '', message: message ?? '', details: { ...(details as JsonObject), ...operatorTextOf(error) } } }
}

/** How a program reports. */
export interface FailureReport {
  /** Its name, before each failure. */
  readonly program: string
  /** Whether a list stands on one line, or an item a line. */
  readonly lists: 'inline' | 'lines'
}

/** Says why a command ended. Returns its exit status: the exit class of the code. */
export function reportFailure(error: unknown, io: CliIo, output: Output, report: FailureReport): number {
  if (!isGovernedError(error)) {
    const stack = error instanceof Error ? (error.stack ?? error.message) : String(error)
    io.stderr.write(`${report.program}: this is a defect of ${report.program} itself.\n${escapeLines(stack).join('\n')}\n`)
    return EXIT_SOFTWARE
  }
  if (output.json) output.document(errorMembers(error))
  else for (const line of renderError(error, report)) output.note(line)
  return error.exitClass
}

function renderError(error: GovernedError, { program, lists }: FailureReport): readonly string[] {
  const details = JSON.parse(JSON.stringify(error.details)) as JsonObject
  const facts = Object.entries({ ...details, ...operatorTextOf(error) }).flatMap(([name, value]) => renderFact(name, value, lists))
  return [`${program}: ${error.code}: ${error.message}`, ...facts]
}

function renderFact(name: string, value: JsonValue, lists: FailureReport['lists']): readonly string[] {
  if (Array.isArray(value) && lists === 'lines') return [`  ${name}:`, ...value.flatMap((item: JsonValue) => indentLines([renderInline(item)], 4))]
  if (typeof value !== 'string') return indentLines([`${name}: ${renderInline(value)}`], 2)
  const lines = escapeLines(value.replace(/\n$/, ''))
  if (lines.length === 1) return indentLines([`${name}: ${lines.join('')}`], 2)
  return [`  ${name}:`, ...indentLines(lines, 4)]
}
