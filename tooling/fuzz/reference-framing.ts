/** A second opinion on where documents begin and end in what was sent, over all of its bytes at once. */

/** Lines of standard output, without `\n` and without one `\r` before it; what follows the last newline is no line. */
export function splitLines(bytes: Buffer): readonly Buffer[] {
  const lines = bytes.toString('latin1').split('\n').slice(0, -1)
  return lines.map((line) => Buffer.from(line.endsWith('\r') ? line.slice(0, -1) : line, 'latin1'))
}

/** The data of each event that is a message (WHATWG HTML, 9.2.6); an event without the empty line at its end is none. */
export function splitEvents(bytes: Buffer): readonly Buffer[] {
  const text = bytes.toString('latin1').replace(/^\u00ef\u00bb\u00bf/, '')
  const lines = text.split(/\r\n|\n|\r/).slice(0, -1)
  const found: Buffer[] = []
  let data: string[] = []
  let name = ''
  for (const line of lines) {
    if (line === '') {
      const joined = data.join('\n')
      if (joined !== '' && (name === '' || name === 'message')) found.push(Buffer.from(joined, 'latin1'))
      data = []
      name = ''
    } else {
      const [, field = '', value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? []
      if (field === 'data') data.push(value)
      if (field === 'event') name = value
    }
  }
  return found
}
