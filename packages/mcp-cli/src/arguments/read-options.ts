import { parseArgs } from 'node:util'
import { refuseUsage } from './refuse-usage.ts'

/** An option, and the verbs that know it. */
export interface OptionEntry<Verb extends string> {
  readonly type: 'string' | 'boolean'
  readonly short?: string
  readonly multiple?: true
  readonly verbs: 'all' | readonly Verb[]
}

export type OptionTable<Name extends string, Verb extends string> = Readonly<Record<Name, OptionEntry<Verb>>>

/** What stood before `--`: options with their values in order, and the rest. */
export interface ReadOptions<Name extends string, Verb extends string> {
  readonly positionals: readonly string[]
  flag(name: Name): boolean
  value(name: Name): string | null
  values(name: Name): readonly string[]
  /** Refuses an option that the verb does not know. */
  allowFor(verb: Verb): void
}

type Token = NonNullable<ReturnType<typeof parseArgs>['tokens']>[number]
type OptionToken = Extract<Token, { kind: 'option' }>

export function isOptionOf<Verb extends string>({ verbs }: OptionEntry<Verb>, verb: Verb): boolean {
  return verbs === 'all' || verbs.includes(verb)
}

/**
 * Reads options strictly: unknown, repeated and valueless ones are refused with a hint of ours.
 * @throws GovernedError `usage_invalid`
 */
export function readOptions<Name extends string, Verb extends string>(argv: readonly string[], table: OptionTable<Name, Verb>): ReadOptions<Name, Verb> {
  const { tokens, positionals } = parseArgs({
    args: [...argv],
    options: Object.fromEntries(Object.entries<OptionEntry<Verb>>(table).map(([name, { verbs: _, ...entry }]) => [name, entry])),
    strict: false,
    allowPositionals: true,
    tokens: true
  })
  const given = new Map<Name, string[]>()
  for (const token of tokens) {
    if (token.kind !== 'option') continue
    const name = checkOption(token, table)
    const values = given.get(name)
    if (values !== undefined && table[name].multiple !== true) refuseUsage(`${token.rawName} is given twice.`)
    given.set(name, [...(values ?? []), token.value ?? ''])
  }
  return {
    positionals,
    flag: (name) => given.has(name),
    value: (name) => given.get(name)?.[0] ?? null,
    values: (name) => given.get(name) ?? [],
    allowFor: (verb) => {
      for (const name of given.keys()) if (!isOptionOf(table[name], verb)) refuseUsage(`--${name} is not an option of ${verb}.`)
    }
  }
}

function checkOption<Name extends string>({ name, rawName, value, inlineValue }: OptionToken, table: OptionTable<Name, string>): Name {
  if (!isNameIn(table, name)) return refuseUsage(`${rawName} is not an option.`)
  if (table[name].type === 'boolean') {
    if (value !== undefined) refuseUsage(`${rawName} takes no value.`)
    return name
  }
  // `--config --json` is a forgotten value; a value that starts with a dash is given as `--config=-x`.
  const isForgotten = value === undefined || (inlineValue !== true && value.length > 1 && value.startsWith('-'))
  if (isForgotten || value === '') refuseUsage(`${rawName} needs a value.`)
  return name
}

function isNameIn<Name extends string>(table: OptionTable<Name, string>, name: string): name is Name {
  return Object.hasOwn(table, name)
}
