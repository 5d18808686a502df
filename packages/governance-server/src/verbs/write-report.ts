import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { writeJsonReport, writeJunitReport, writeSarifReport, writeTextReport } from '@b10x/governance-rules'
import type { Report } from '@b10x/governance-rules'
import { GovernedError } from '@b10x/ports/errors'
import type { CommandIo } from '../cli/command-io.ts'
import type { Format } from '../cli/invocation.ts'
import { GOVERNANCE_RELEASE } from '../release.ts'

/** Exit statuses of what a report says: beside those of refusals, 1 findings and 5 a stop condition. */
export function statusOf({ summary, stopped }: Report, strict: boolean): number {
  if (stopped) return 5
  return summary.errors > 0 || (strict && summary.warnings > 0) ? 1 : 0
}

/**
 * Writes a report to standard output, or whole into a file.
 * @throws GovernedError `usage_invalid` where the file cannot be written
 */
export function writeReport(report: Report, format: Format, output: string | null, io: CommandIo): void {
  const text = render(report, format)
  if (output === null) return io.out(text)
  try {
    writeFileSync(path.resolve(io.cwd, output), text)
  } catch (cause) {
    throw new GovernedError('usage_invalid', { hint: 'the file of --output cannot be written' }, { cause })
  }
  io.err(writeTextReport(report).split('\n').filter((line) => line !== '').at(-1) ?? '')
  io.err('\n')
}

function render(report: Report, format: Format): string {
  switch (format) {
    case 'json':
      return writeJsonReport(report)
    case 'sarif':
      return writeSarifReport(report, { version: GOVERNANCE_RELEASE.version })
    case 'junit':
      return writeJunitReport(report)
    case 'text':
      return writeTextReport(report)
  }
}
