import type { SourcePosition } from './source-position.ts'

/**
 * Finds the line and column of an offset in a text. The line counter of the YAML library does not count the line ends inside
 * plain scalars of several lines.
 */
export function createPlace(text: string, file: string): (offset: number) => SourcePosition {
  const starts = [0, ...Array.from(text.matchAll(/\n/g), ({ index }) => index + 1)]
  return offset => {
    const within = Math.min(Math.max(0, offset), text.length)
    let low = 0
    let high = starts.length - 1
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      if ((starts[middle] ?? 0) <= within) low = middle
      else high = middle - 1
    }
    return { file, line: low + 1, column: within - (starts[low] ?? 0) + 1 }
  }
}
