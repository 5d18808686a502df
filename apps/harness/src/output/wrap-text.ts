/** The width that output is laid out for. */
const WIDTH = 80

/** Breaks one escaped line at spaces; a longer word gets a line of its own. `width` counts code points. */
function wrapLine(line: string, width: number): readonly string[] {
  const wrapped: string[] = []
  let current = ''
  for (const word of line.split(' ')) {
    const candidate = current === '' ? word : `${current} ${word}`
    if (current !== '' && [...candidate].length > width) {
      wrapped.push(current)
      current = word
    } else {
      current = candidate
    }
  }
  return [...wrapped, current]
}

/** Escaped lines under a margin, wrapped to the width: no line of a server can pose as one of ours. */
export function indentLines(lines: readonly string[], margin: number): readonly string[] {
  const space = ' '.repeat(margin)
  return lines.flatMap((line) => wrapLine(line, WIDTH - margin)).map((line) => (line === '' ? '' : `${space}${line}`))
}
