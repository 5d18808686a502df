import { readFile } from 'node:fs/promises'
import { parseJson } from '@b10x/mcp-foundation'
import type { AuditRecord } from '@b10x/ports'
import { GovernedError } from '@b10x/ports/errors'
import { findRowFault } from './find-row-fault.ts'

/**
 * The rows of an evidence file, each checked member by member. What stands after the last line end is no row: the
 * program ended while it was written.
 * @throws GovernedError `option_invalid` with the number of the first line that is no row, or for an unreadable file
 */
export async function readEvidence(path: string): Promise<readonly AuditRecord[]> {
  const text = await readText(path)
  const lines = text.split('\n')
  lines.pop()
  return lines.map(readRow)
}

async function readText(path: string): Promise<string> {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(await readFile(path))
  } catch (cause) {
    throw new GovernedError('option_invalid', { option: 'path', reason: 'the file cannot be read as UTF-8 text' }, { cause })
  }
}

function readRow(line: string, index: number): AuditRecord {
  let row: unknown
  try {
    row = parseJson(line)
  } catch (cause) {
    throw notARow(index, 'it is not one unambiguous JSON value', cause)
  }
  const fault = findRowFault(row)
  if (fault !== null) throw notARow(index, fault)
  return row as AuditRecord
}

function notARow(index: number, fault: string, cause?: unknown): GovernedError {
  return new GovernedError('option_invalid', { option: 'path', reason: `line ${index + 1} is no row: ${fault}` }, { cause })
}
