type AddedLines = readonly { readonly line: number; readonly text: string }[]

/**
 * The lines that a patch adds, by the new path, of `git diff -U0` and of `git diff --cc`: of a merge those that no parent had.
 * Paths are as git writes them where nothing has to be quoted; a path with a control character is quoted and decoded here.
 */
export function parsePatch(patch: string): ReadonlyMap<string, AddedLines> {
  const added = new Map<string, { line: number; text: string }[]>()
  let lines: { line: number; text: string }[] | null = null
  let parents = 1
  let line = 0
  let left = 0
  for (const text of patch.split('\n')) {
    if (left > 0) {
      const marks = text.slice(0, parents)
      if (marks.includes('-')) continue
      if (text.startsWith('\\')) continue
      if (/^\++$/.test(marks) && marks.length === parents) lines?.push({ line, text: text.slice(parents).replace(/\r$/, '') })
      line += 1
      left -= 1
      continue
    }
    const hunk = /^(@@+) (?:-\d+(?:,\d+)? )+\+(\d+)(?:,(\d+))? @@/.exec(text)
    if (hunk !== null) {
      parents = (hunk[1]?.length ?? 2) - 1
      line = Number(hunk[2])
      left = hunk[3] === undefined ? 1 : Number(hunk[3])
    } else if (text.startsWith('+++ ')) {
      const path = pathOf(text.slice(4))
      lines = path === null ? null : []
      if (path !== null && lines !== null) added.set(path, lines)
    } else if (text.startsWith('diff ')) lines = null
  }
  return added
}

/** `b/name`, with a tab behind it where it holds a space, or quoted as C would. */
function pathOf(text: string): string | null {
  const plain = text.replace(/\t$/, '')
  if (plain === '/dev/null') return null
  const quoted = /^"([^]*)"$/.exec(plain)?.[1]
  return (quoted === undefined ? plain : unquote(quoted)).replace(/^b\//, '')
}

const ESCAPES: Readonly<Record<string, string>> = { a: '\x07', b: '\b', t: '\t', n: '\n', v: '\v', f: '\f', r: '\r' }

function unquote(text: string): string {
  const bytes: Buffer[] = []
  for (const [part, octal, letter] of text.matchAll(/\\([0-7]{3})|\\(.)|[^\\]+/g)) {
    if (octal !== undefined) bytes.push(Buffer.from([Number.parseInt(octal, 8)]))
    else bytes.push(Buffer.from(letter === undefined ? part : (ESCAPES[letter] ?? letter)))
  }
  return Buffer.concat(bytes).toString('utf8')
}
