import { hasCode } from '@b10x/ports/errors'

/** HTTP statuses with which a server refuses messages of an era that it never heard of (MCP 2026-07-28, versioning). */
const REFUSING_STATUSES: ReadonlySet<number> = new Set([400, 404, 405, 406, 415])

/** True for a status that says "not this protocol"; 429 or 503 say nothing about it. */
export function isRefusingStatus(error: unknown): boolean {
  return hasCode(error, 'http_status_unexpected') && REFUSING_STATUSES.has(error.details.status)
}

/** True when the first message of a revision was answered, and the answer was no. */
export function refusesRevision(error: unknown): boolean {
  return hasCode(error, 'remote_error') || isRefusingStatus(error)
}
