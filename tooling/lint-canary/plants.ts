// One violation per rule that this workspace asked for by name in `.oxlintrc.json`, and controls for the exceptions.

export interface Plant {
  readonly path: string
  readonly text: string
  /** The rule as oxlint reports it, or null for a control on which nothing may fire. */
  readonly rule: string | null
  /** A second file that the violation needs. */
  readonly companion?: { readonly path: string; readonly text: string }
}

const folder = 'packages/mcp-foundation/src/canary'

function violation(rule: string, text: string, more: Partial<Plant> = {}): Plant {
  return { path: `${folder}/${rule.replaceAll(/[()]+/g, '-')}x.ts`, text: `${text}\n`, rule, ...more }
}

function control(path: string, text: string): Plant {
  return { path, text: `${text}\n`, rule: null }
}

function lines(count: number): string {
  return Array.from({ length: count }, (_, index) => `export const line${index} = ${index}`).join('\n')
}

const UNION = `export type Kind = 'a' | 'b'\n`
const PROMISE = `async function later(): Promise<boolean> { return true }\n`

export const PLANTS: readonly Plant[] = [
  violation('eslint(eqeqeq)', `export const same = (a: string, b: string): boolean => a == b`),
  violation('eslint(id-denylist)', `export const helpers = 1`),
  violation('eslint(max-lines)', lines(301)),
  violation('eslint(no-console)', `console.log('planted')`),
  violation('eslint(no-restricted-globals)', `export const answer = fetch`),
  violation('eslint(no-var)', `export var old = 1`),
  violation('eslint(no-warning-comments)', `// TODO finish\nexport const open = 1`),
  violation('eslint(no-unused-vars)', `const unused = 1`),
  violation('eslint(prefer-const)', `let fixed = 1\nexport const copy = fixed`),
  violation('import(no-cycle)', `import { b } from './cycle-b.ts'\nexport const a = (): number => b()`, {
    path: `${folder}/cycle-a.ts`,
    companion: { path: `${folder}/cycle-b.ts`, text: `import { a } from './cycle-a.ts'\nexport const b = (): number => a()\n` }
  }),
  violation('import(no-default-export)', `const only = 1\nexport default only`),
  violation('oxc(no-barrel-file)', `export * from './barrel-source.ts'`, {
    companion: { path: `${folder}/barrel-source.ts`, text: 'export const source = 1\n' }
  }),
  violation('typescript(ban-ts-comment)', `// @ts-ignore\nexport const wrong: number = 'a'`),
  violation('typescript(consistent-type-imports)', `import { Source } from './type-source.ts'\nexport type Copy = Source`, {
    companion: { path: `${folder}/type-source.ts`, text: 'export interface Source { readonly a: string }\n' }
  }),
  violation('typescript(no-explicit-any)', `export const loose = (a: any): unknown => a`),
  violation('typescript(no-floating-promises)', `${PROMISE}later()`),
  violation('typescript(no-misused-promises)', `${PROMISE}if (later()) process.exitCode = 1`),
  violation('typescript(no-non-null-assertion)', `export const sure = (a: string | null): string => a!`),
  violation(
    'typescript(switch-exhaustiveness-check)',
    `${UNION}export function pick(kind: Kind): number {\n  switch (kind) {\n    case 'a': return 1\n  }\n  return 0\n}`
  ),
  violation('unicorn(filename-case)', `export const named = 1`, { path: `${folder}/camelCase.ts` }),
  violation('unicorn(prefer-node-protocol)', `export { join } from 'path'`),
  violation('vitest(expect-expect)', `import { test } from 'vitest'\ntest('planted', () => {})`, { path: `${folder}/empty.test.ts` }),
  violation('vitest(no-disabled-tests)', `import { test } from 'vitest'\ntest.skip('planted', () => {})`, { path: `${folder}/skipped.test.ts` }),
  violation('vitest(no-focused-tests)', `import { test } from 'vitest'\ntest.only('planted', () => {})`, { path: `${folder}/focused.test.ts` }),
  violation('eslint(max-lines)', lines(401), { path: `${folder}/too-long.test.ts` }),
  control(`${folder}/long-enough.ts`, `${lines(300)}\n// a comment\n\n`),
  control(`${folder}/long-enough.test.ts`, lines(400)),
  control(`${folder}/prints.test.ts`, `export const answer = fetch`),
  control('packages/mcp-cli/src/canary/prints.ts', `console.log('a command may print')`),
  control('canary.config.ts', `export default {}`)
]
