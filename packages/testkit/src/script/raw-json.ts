/**
 * JSON that a script hands out. A string is JSON text and goes out as it is, so that odd spellings, duplicate
 * members and big numbers survive; anything else is serialised.
 */
export type RawJson = string | object

/** The JSON text of a scripted value. */
export function jsonText(value: RawJson): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** True for a value that we serialise, and so may complete with the members that the protocol demands. */
export function isPlainValue(value: RawJson): value is Record<string, unknown> {
  return typeof value === 'object' && !Array.isArray(value)
}

/** Text with placeholders (see `Step`), bytes that need not be UTF-8, or one text many times. */
export type Chunk = string | { readonly base64: string } | { readonly fill: string; readonly times: number }

/** Exact bytes. */
export function rawBytes(...values: readonly number[]): Chunk {
  return { base64: Buffer.from(values).toString('base64') }
}

/** `text` repeated `times` times, made in slabs so that 192 MB cost nothing on this side. */
export function fill(text: string, times: number): Chunk {
  return { fill: text, times }
}

/** The length of a chunk in bytes, placeholders not counted. */
export function chunkBytes(chunk: Chunk): number {
  if (typeof chunk === 'string') return Buffer.byteLength(chunk)
  return 'base64' in chunk ? Buffer.from(chunk.base64, 'base64').length : Buffer.byteLength(chunk.fill) * chunk.times
}

/** The same bytes in pieces of `bytes` bytes; with undefined, the slabs as they are. */
export function* cutSlabs(slabs: Iterable<Uint8Array>, bytes: number | undefined): Generator<Uint8Array> {
  for (const slab of slabs) {
    const step = bytes ?? Math.max(1, slab.length)
    for (let at = 0; at < slab.length; at += step) yield slab.subarray(at, at + step)
  }
}

const SLAB_BYTES = 65_536

/** The bytes of a chunk in slabs of about 64 KiB. */
export function* chunkSlabs(chunk: Chunk, render: (template: string) => string): Generator<Uint8Array> {
  if (typeof chunk === 'string') return yield Buffer.from(render(chunk))
  if ('base64' in chunk) return yield Buffer.from(chunk.base64, 'base64')
  const perSlab = Math.max(1, Math.floor(SLAB_BYTES / Math.max(1, Buffer.byteLength(chunk.fill))))
  const slab = Buffer.from(chunk.fill.repeat(perSlab))
  for (let left = chunk.times; left > 0; left -= perSlab) {
    yield left >= perSlab ? slab : Buffer.from(chunk.fill.repeat(left))
  }
}
