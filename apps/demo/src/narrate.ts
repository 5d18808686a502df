/** What the demo says: plain lines within 80 columns, and checks that decide how it ends. */
export interface Narrator {
  /** A numbered part of the story. */
  chapter(title: string): void
  /** One fact, aligned under a label. */
  fact(label: string, text: string): void
  /** A line of its own, for what must not be broken. */
  whole(text: string): void
  /** A claim that was just tried. A false one makes the demo fail. */
  check(claim: string, holds: boolean): void
  /** Everything that was checked, and whether all of it held. */
  finish(): boolean
}

const WIDTH = 80

export function createNarrator(write: (line: string) => void): Narrator {
  const claims: { readonly claim: string; readonly holds: boolean }[] = []
  let chapters = 0
  return {
    chapter(title) {
      chapters += 1
      write('')
      write(`${chapters}. ${title}`)
    },
    fact(label, text) {
      for (const [index, line] of wrap(text, WIDTH - 16).entries()) {
        write(`   ${(index === 0 ? label : '').padEnd(12)} ${line}`)
      }
    },
    whole: (text) => write(`   ${text}`),
    check(claim, holds) {
      claims.push({ claim: `${chapters}. ${claim}`, holds })
      write(`   ${holds ? 'ok' : 'FAILED'}: ${claim}`)
    },
    finish() {
      const held = claims.filter(({ holds }) => holds).length
      write('')
      write(`Proved ${held} of ${claims.length} claims:`)
      for (const { claim, holds } of claims) write(`  ${holds ? '+' : '-'} ${claim}`)
      return claims.length > 0 && held === claims.length
    }
  }
}

/** Breaks at spaces where it can; a word longer than a line is cut, never left out. */
function wrap(text: string, width: number): readonly string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ').flatMap((long) => long.match(new RegExp(`.{1,${width}}`, 'gu')) ?? [''])) {
    if (line !== '' && line.length + word.length + 1 > width) {
      lines.push(line)
      line = word
    } else {
      line = line === '' ? word : `${line} ${word}`
    }
  }
  return [...lines, line]
}
