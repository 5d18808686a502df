import { closeSync, constants, fchmodSync, fdatasyncSync, fstatSync, ftruncateSync, openSync, readSync, writeSync } from 'node:fs'
import type { AuditSink } from '@b10x/ports'
import { GovernedError } from '@b10x/ports/errors'
import { invalidOption } from '../admission/invalid-option.ts'
import { showAllUnseen } from '../call/show-unseen.ts'

export interface EvidenceFile extends AuditSink {
  /** Idempotent. Rows are refused from then on. */
  close(): void
}

export interface EvidenceFileOptions {
  /** Each row is on the disk before its call goes on: it outlives a loss of power. Default: it outlives the process. */
  readonly durable?: boolean
}

/**
 * Rows as JSON Lines at the end of a file that only its owner reads. A row is there whole or not at all: it is one write,
 * a row that a full disk tore is taken back, and what a lost machine tore is cut off when the file is opened again. One
 * process writes at a time.
 * @throws GovernedError `option_invalid` for a path that cannot be written, or is no regular file
 */
export function createEvidenceFile(path: string, { durable = false }: EvidenceFileOptions = {}): EvidenceFile {
  const file = openForRows(path)
  let open = true
  return Object.freeze<EvidenceFile>({
    record(row) {
      if (!open) throw new GovernedError('audit_unavailable', { attempted: false })
      // Still JSON with the same value: nothing in it acts on a terminal.
      appendWhole(file, Buffer.from(`${showAllUnseen(JSON.stringify(row), 'json')}\n`))
      if (durable) fdatasyncSync(file)
    },
    close() {
      if (!open) return
      open = false
      closeSync(file)
    }
  })
}

function openForRows(path: string): number {
  const { O_RDWR, O_APPEND, O_CREAT, O_NOFOLLOW, O_NONBLOCK } = constants
  let file
  try {
    file = openSync(path, O_RDWR | O_APPEND | O_CREAT | (O_NOFOLLOW ?? 0) | (O_NONBLOCK ?? 0), 0o600)
    if (!fstatSync(file).isFile()) throw invalidOption('path', 'it is no regular file')
    fchmodSync(file, 0o600)
    cutTornRow(file)
    return file
  } catch (error) {
    if (file !== undefined) closeSync(file)
    if (error instanceof GovernedError) throw error
    throw new GovernedError('option_invalid', { option: 'path', reason: 'the file cannot be opened for writing' }, { cause: error })
  }
}

/** What stands after the last line end is a row that was never whole. */
function cutTornRow(file: number): void {
  const { size } = fstatSync(file)
  const buffer = Buffer.alloc(64 * 1024)
  for (let end = size; end > 0; ) {
    const start = Math.max(0, end - buffer.length)
    const length = readSync(file, buffer, 0, end - start, start)
    const at = buffer.subarray(0, length).lastIndexOf(0x0a)
    if (at !== -1 || start === 0) {
      const whole = at === -1 ? 0 : start + at + 1
      if (whole < size) ftruncateSync(file, whole)
      return
    }
    end = start
  }
}

function appendWhole(file: number, line: Buffer): void {
  const { size } = fstatSync(file)
  try {
    for (let written = 0; written < line.length; ) written += writeSync(file, line, written)
  } catch (error) {
    ftruncateSync(file, size)
    throw error
  }
}
