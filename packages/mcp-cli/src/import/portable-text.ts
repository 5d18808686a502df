import type { ClientDialect } from '../target/client-dialect.ts'
import { toVariable } from './references.ts'

const BRACED = /\$\{([^{}]*)\}/g
const ANY = /\$(?:\{([^{}]*)\}|([A-Za-z_]\w*))/g
const NAME = /^[A-Za-z_]\w*$/

/**
 * Text of another program's file, with variables as an `.mcp.json` writes them: `${env:NAME}` and Gemini CLI's `$NAME`
 * become `${NAME}`, a question such as `${input:api-key}` becomes `${API_KEY}`, and what only that file knows
 * (`${workspaceFolder}`) is filled in. Defaults stay.
 */
export function portableText(text: string, fixed: ReadonlyMap<string, string>, { bareVariables }: ClientDialect): string {
  return text.replace(bareVariables ? ANY : BRACED, (whole, braced: string | undefined, bare: unknown) => {
    const reference = braced ?? String(bare)
    const constant = fixed.get(reference)
    if (constant !== undefined) return constant
    const plain = reference.replace(/^env:/, '')
    const at = plain.indexOf(':-')
    if (NAME.test(at === -1 ? plain : plain.slice(0, at))) return `\${${plain}}`
    const [, asked] = /^[A-Za-z]+:(.+)$/.exec(plain) ?? []
    return asked === undefined ? whole : `\${${toVariable(asked)}}`
  })
}

/** The variables that a text needs, and those for which it has a default. */
export function variablesOf(text: string): readonly string[] {
  return [...text.matchAll(BRACED)].map(([, reference = '']) => reference.replace(/:-.*$/s, ''))
}

/** True when nothing but references without a default is in the text. */
export function isOnlyReferences(text: string): boolean {
  return text.replace(BRACED, (whole, reference: string) => (NAME.test(reference) ? '' : whole)).trim() === ''
}
