/** How much of what both sides share is kept in front of the change. */
const LEAD = 16

type Side = string | null

/**
 * Shortens two escaped texts to the width so that the first place where they differ stays visible in both.
 * Escapes (`\u{…}`) are never cut in half.
 */
export function shortenPair(before: Side, after: Side, width: number): readonly [Side, Side] {
  const left = before === null ? null : toCells(before)
  const right = after === null ? null : toCells(after)
  const start = Math.max(0, sharedLength(left ?? [], right ?? []) - LEAD)
  return [cut(left, start, width), cut(right, start, width)]
}

/** Shortens one escaped text from its end, with an ellipsis. */
export function shortenLine(text: string, width: number): string {
  return cut(toCells(text), 0, width) ?? ''
}

/** The smallest parts that may stand alone: an escape or a code point. */
function toCells(text: string): readonly string[] {
  return text.match(/\\u\{[0-9a-f]+\}|\\.|[^]/gu) ?? []
}

function sharedLength(left: readonly string[], right: readonly string[]): number {
  let index = 0
  while (index < left.length && index < right.length && left[index] === right[index]) index += 1
  return left.length === 0 || right.length === 0 ? 0 : index
}

function cut(cells: readonly string[] | null, start: number, width: number): Side {
  if (cells === null) return null
  const whole = cells.join('')
  if (whole.length <= width) return whole
  let text = start > 0 ? '…' : ''
  for (let index = start; index < cells.length; index += 1) {
    const cell = cells[index] ?? ''
    const isLast = index === cells.length - 1
    if (text.length + cell.length > width - (isLast ? 0 : 1)) return `${text}…`
    text += cell
  }
  return text
}
