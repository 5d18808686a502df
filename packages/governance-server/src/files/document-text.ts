import { isUtf8 } from 'node:buffer'
import { GovernedError } from '@b10x/ports/errors'

/** No governance document comes near. In bytes. */
export const MAX_DOCUMENT_BYTES: number = 16 * 1024 * 1024

/**
 * The text of a file, as UTF-8. What is no text is nothing that rules could read.
 * @throws GovernedError `document_unreadable` (`too_large`)
 */
export function textOfBytes(bytes: Uint8Array, file: string): string | null {
  if (bytes.length > MAX_DOCUMENT_BYTES) throw new GovernedError('document_unreadable', { file, reason: 'too_large' })
  return isUtf8(bytes) ? Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8') : null
}

/** Documents have to be text: what rules are asked about cannot be skipped for its bytes. */
export function isDocumentPath(path: string): boolean {
  return path === 'harness.manifest.yaml' || path === '.b10x-governance.yaml' || /^docs\/mcp\/[^/]+\.md$/.test(path)
}
