/** What makes a command unreadable to the person who has to consent to it. Null: it can be read. */
export function findObscurity(command: string): string | null {
  const text = command.slice(0, 16_384)
  for (const [pattern, name] of OBSCURITIES) if (pattern.test(text)) return name
  return null
}

const OBSCURITIES: readonly (readonly [RegExp, string])[] = [
  [/\b(?:curl|wget|iwr|invoke-webrequest|fetch)\b[^\n]*\|\s*(?:sudo\s+)?(?:\S*\/)?(?:ba|z|da|k|fi)?sh\b/i, 'pipes a download into a shell'],
  [/\|\s*(?:sudo\s+)?(?:\S*\/)?(?:(?:ba|z|da|k|fi)?sh|python3?|node|perl|ruby)\b/i, 'pipes text into an interpreter'],
  [/\b(?:eval|iex|invoke-expression)\b/i, 'evaluates text'],
  [/\bbase64\b|\batob\b|-enc(?:odedcommand)?\b|\bfromBase64String\b|Buffer\.from\(/i, 'decodes text'],
  [/(?:\\x[0-9a-f]{2}){3,}|[A-Za-z0-9+/]{120,}={0,2}/i, 'holds encoded text'],
  [/\b(?:(?:ba|z|da|k)?sh|cmd(?:\.exe)?|powershell(?:\.exe)?|pwsh)\s+(?:-\w*c\b|-command\b|\/c\b)/i, 'runs a script of a shell'],
  [/\$\(|`[^`\n]+`|<\(/, 'holds a command within the command'],
  [/&&|\|\||;|(?<![>&])&(?![>&\d])/, 'chains commands'],
  [/\|/, 'pipes commands'],
  [/\p{Cf}|(?![\n\r\t])\p{Cc}/u, 'holds invisible characters']
]

/** A package that a runner fetches without a fixed version, or null. Source: R-MCP-009. */
export function findUnpinnedPackage(command: string): string | null {
  const words = command.trim().split(/\s+/).slice(0, 256)
  const runner = words.findIndex(word => /^(?:npx|bunx|uvx|pipx)(?:\.cmd)?$/i.test(word))
  const dlx = words.findIndex((word, i) => /^(?:dlx|x)$/i.test(word) && /^(?:pnpm|yarn|bun)$/i.test(words[i - 1] ?? ''))
  const start = runner >= 0 ? runner : dlx
  if (start < 0) return null
  for (let i = start + 1; i < words.length; i++) {
    const word = words[i] ?? ''
    if (/^(?:-p|--package|--from|--spec)$/.test(word)) return pinned(words[i + 1] ?? '') ? null : (words[i + 1] ?? '')
    const named = /^--(?:package|from|spec)=(.+)$/.exec(word)?.[1]
    if (named !== undefined) return pinned(named) ? null : named
    if (word.startsWith('-') || (word === 'run' && words[start]?.startsWith('pipx') === true)) continue
    // A path or an address of a fixed file is not resolved by a registry.
    return /^[./]|:\/\//.test(word) || pinned(word) ? null : word
  }
  return null
}

/** `name@1.2.3`, `@scope/name@1.2.3`, `name==1.2.3`; a range or a tag is none. */
function pinned(name: string): boolean {
  return /.@v?\d+\.\d+(?:\.\d+)?(?:[-+.][\w.+-]*)?$/.test(name) || /==\d[\w.+-]*$/.test(name)
}
