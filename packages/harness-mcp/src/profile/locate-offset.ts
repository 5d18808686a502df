import { escapePointer } from './profile-place.ts'

interface Frame {
  /** The index in an array, the name in an object, or null before the first name. */
  key: string | number | null
}

/**
 * The RFC 6901 pointer of the member or element that a reader was at, `offset` characters into a JSON text. What stands
 * before the offset must have been acceptable JSON.
 */
export function locateOffset(text: string, offset: number): string {
  const frames: Frame[] = []
  let at = 0
  while (at < offset) {
    const frame = frames.at(-1)
    const character = text[at]
    if (character === '"') {
      const end = endOfString(text, at)
      if (frame?.key === null && end <= offset) frame.key = JSON.parse(text.slice(at, end)) as string
      at = end
      continue
    }
    if (character === '{') frames.push({ key: null })
    else if (character === '[') frames.push({ key: 0 })
    else if (character === '}' || character === ']') frames.pop()
    else if (character === ',' && frame !== undefined) frame.key = typeof frame.key === 'number' ? frame.key + 1 : null
    at += 1
  }
  return frames.flatMap(({ key }) => (key === null ? [] : [`/${escapePointer(String(key))}`])).join('')
}

/** After the closing quote, or after the end of the text where there is none. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1
    else if (text[at] === '"') return at + 1
  }
  return text.length + 1
}
