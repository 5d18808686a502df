import { randomBytes } from 'node:crypto'
import type { ResultProvenance } from '@b10x/ports'
import { GovernedError } from '@b10x/ports/errors'
import { invalidOption, refuseUnknownOptions } from '../admission/invalid-option.ts'
import type { ResultStore } from './result-store.ts'

export interface MemoryResultStoreOptions {
  /** Of all kept results together, in bytes. Default 16 MiB. */
  readonly maxBytes?: number
  /** Default 64. */
  readonly maxResults?: number
}

export interface MemoryResultStore extends ResultStore {
  /** Makes room. True when there was one. */
  forget(handle: string): boolean
}

/**
 * Keeps results in this process, up to its bounds: when it is full, the next one is refused and gone, and what is kept
 * stays. @throws GovernedError `option_invalid`
 */
export function createMemoryResultStore(options: MemoryResultStoreOptions = {}): MemoryResultStore {
  refuseUnknownOptions(options, ['maxBytes', 'maxResults'])
  const maxBytes = readCount('maxBytes', options.maxBytes ?? 16 * 1024 * 1024)
  const maxResults = readCount('maxResults', options.maxResults ?? 64)
  const kept = new Map<string, { readonly bytes: Uint8Array; readonly provenance: ResultProvenance }>()
  let size = 0

  return Object.freeze<MemoryResultStore>({
    keep(bytes, provenance) {
      if (kept.size >= maxResults || size + bytes.byteLength > maxBytes) return null
      const handle = `result_${randomBytes(24).toString('base64url')}`
      // A copy: the caller may hold on to its bytes.
      kept.set(handle, { bytes: Uint8Array.from(bytes), provenance })
      size += bytes.byteLength
      return handle
    },
    async read(handle, range) {
      const found = kept.get(handle)
      if (found === undefined) throw new GovernedError('result_handle_unknown', {})
      const { bytes, provenance } = found
      const offset = readCount('offset', range?.offset ?? 0)
      const length = readCount('length', range?.length ?? bytes.byteLength)
      return { bytes: bytes.slice(offset, offset + length), totalBytes: bytes.byteLength, provenance }
    },
    forget(handle) {
      size -= kept.get(handle)?.bytes.byteLength ?? 0
      return kept.delete(handle)
    }
  })
}

function readCount(option: string, value: number): number {
  if (!Number.isSafeInteger(value) || value < 0) throw invalidOption(option, 'it is no whole number from 0')
  return value
}
