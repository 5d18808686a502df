import { parseArgs } from 'node:util'
import type { VerbName } from './invocation.ts'
import { isOptionName, isOptionOf, OPTIONS } from './option-table.ts'
import type { OptionName } from './option-table.ts'
import { refuseUsage } from './refuse-usage.ts'

/** What stood before `--`: options with their values in order, and the rest. */
export interface ReadOptions {
  readonly positionals: readonly string[]
  flag(name: OptionName): boolean
  value(name: OptionName): string | null
  values(name: OptionName): readonly string[]
  /** Refuses an option that the verb does not know. */
  allowFor(verb: VerbName): void
}

type Token = NonNullable<ReturnType<typeof parseArgs>['tokens']>[number]
type OptionToken = Extract<Token, { kind: 'option' }>

/**
 * Reads options strictly: unknown, repeated and valueless ones are refused with a hint of ours.
 * @throws GovernedError `usage_invalid`
 */
export function readOptions(argv: readonly string[]): ReadOptions {
  const { tokens, positionals } = parseArgs({
    args: [...argv],
    options: Object.fromEntries(Object.entries(OPTIONS).map(([name, { verbs: _, ...entry }]) => [name, entry])),
    strict: false,
    allowPositionals: true,
    tokens: true
  })
  const given = new Map<OptionName, string[]>()
  for (const token of tokens) {
    if (token.kind !== 'option') continue
    const name = checkOption(token)
    const values = given.get(name)
    if (values !== undefined && OPTIONS[name].multiple !== true) refuseUsage(`${token.rawName} is given twice.`)
    given.set(name, [...(values ?? []), token.value ?? ''])
  }
  return {
    positionals,
    flag: (name) => given.has(name),
    value: (name) => given.get(name)?.[0] ?? null,
    values: (name) => given.get(name) ?? [],
    allowFor: (verb) => {
      for (const name of given.keys()) if (!isOptionOf(name, verb)) refuseUsage(`--${name} is not an option of ${verb}.`)
    }
  }
}

function checkOption(token: OptionToken): OptionName {
  const { name, rawName, value, inlineValue } = token
  if (!isOptionName(name)) return refuseUsage(`${rawName} is not an option.`)
  if (OPTIONS[name].type === 'boolean') {
    if (value !== undefined) refuseUsage(`${rawName} takes no value.`)
    return name
  }
  // `--config --json` is a forgotten value; a value that starts with a dash is given as `--config=-x`.
  const isForgotten = value === undefined || (inlineValue !== true && value.length > 1 && value.startsWith('-'))
  if (isForgotten || value === '') refuseUsage(`${rawName} needs a value.`)
  return name
}
