export interface XmlElement {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly XmlElement[]
  readonly text: string
}

/** Reads what our writer of JUnit XML may write, and throws on anything else: elements, attributes, text, decimal references. */
export function parseXml(source: string): XmlElement {
  let rest = source.replace(/^<\?xml version="1\.0" encoding="UTF-8"\?>\s*/, '')
  const take = (pattern: RegExp): RegExpExecArray | null => {
    const found = pattern.exec(rest)
    if (found !== null) rest = rest.slice(found[0].length)
    return found
  }
  const element = (): XmlElement => {
    const open = take(/^<([a-z]+(?:-[a-z]+)?)((?: [a-z]+="[^"<&]*(?:&#\d+;[^"<&]*)*")*)\s*(\/?)>/)
    if (open === null) throw new Error(`no element: ${rest.slice(0, 80)}`)
    const [, name = '', list = '', closed] = open
    const attributes = Object.fromEntries(
      Array.from(list.matchAll(/ ([a-z]+)="([^"]*)"/g), ([, key = '', value = '']) => [key, decode(value)])
    )
    const children: XmlElement[] = []
    let text = ''
    if (closed !== '/') {
      while (!rest.startsWith('</')) {
        if (rest.startsWith('<')) children.push(element())
        else {
          const run = take(/^(?:[^<&]|&#\d+;)+/)
          if (run === null) throw new Error(`no text: ${rest.slice(0, 80)}`)
          text += decode(run[0])
        }
      }
      if (take(new RegExp(`^</${name}>`)) === null) throw new Error(`not closed: ${name}`)
    }
    return { name, attributes, children, text }
  }
  const root = element()
  if (rest.trim() !== '') throw new Error('text after the root')
  return root
}

function decode(text: string): string {
  return text.replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
}
