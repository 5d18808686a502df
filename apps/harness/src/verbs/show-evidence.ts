import path from 'node:path'
import { readEvidence } from '@b10x/harness-mcp'
import type { CliIo } from '@b10x/mcp-cli/command-line'
import { escapeText } from '@b10x/mcp-cli/terminal'
import type { Output } from '@b10x/mcp-cli/terminal'
import type { JsonValue } from '@b10x/mcp-foundation'
import type { AuditRecord } from '@b10x/ports'
import type { ShowInvocation } from '../arguments/invocation.ts'

/** `evidence show`: the rows of an evidence file, one line each. */
export async function showEvidence({ file }: ShowInvocation, io: CliIo, output: Output): Promise<number> {
  const rows = await readEvidence(path.resolve(io.cwd, file))
  if (output.json) output.document({ rows: JSON.parse(JSON.stringify(rows)) as JsonValue })
  else output.lines(rows.map((row) => renderRow(row, output)))
  return 0
}

function renderRow(row: AuditRecord, { style }: Output): string {
  const about = 'tool' in row ? row.tool : row.source
  const words = [row.at, style.bold(row.event.padEnd(15)), escapeText(about), ...factsOf(row).map(escapeText)]
  return words.join('  ')
}

function factsOf(row: AuditRecord): readonly string[] {
  const who = row.actor === undefined ? [] : [`by ${row.actor}`]
  switch (row.event) {
    case 'call_refused':
    case 'call_failed':
    case 'run_refused':
      return [row.code, ...who]
    case 'call_completed':
      return [row.isError ? 'isError' : 'ok', `${row.resultBytes} bytes`, ...who]
    case 'run_prepared':
      return [`${row.evidence.tools.length} tools`, row.evidence.protocolVersion, row.evidence.endpoint, ...who]
    case 'reauthorized':
      return [`after ${row.status}`, ...who]
    case 'call_attempted':
    case 'drift_suspected':
    case 'run_closed':
      return who
  }
}
