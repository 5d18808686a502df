import type { VerbName } from './invocation.ts'

export type OptionName =
  | 'help'
  | 'version'
  | 'json'
  | 'no-color'
  | 'config'
  | 'server'
  | 'bearer-env'
  | 'header-env'
  | 'env'
  | 'allow-insecure-host'
  | 'bound'
  | 'deadline'
  | 'protocol'
  | 'output'
  | 'strict'
  | 'yes'

export interface OptionEntry {
  readonly type: 'string' | 'boolean'
  readonly short?: string
  readonly multiple?: true
  readonly verbs: 'all' | readonly VerbName[]
}

/** Every option, and the verbs that know it. */
export const OPTIONS: Readonly<Record<OptionName, OptionEntry>> = {
  help: { type: 'boolean', short: 'h', verbs: 'all' },
  version: { type: 'boolean', verbs: 'all' },
  json: { type: 'boolean', verbs: 'all' },
  'no-color': { type: 'boolean', verbs: 'all' },
  config: { type: 'string', verbs: 'all' },
  server: { type: 'string', verbs: 'all' },
  'bearer-env': { type: 'string', verbs: 'all' },
  'header-env': { type: 'string', multiple: true, verbs: 'all' },
  env: { type: 'string', multiple: true, verbs: 'all' },
  'allow-insecure-host': { type: 'string', multiple: true, verbs: 'all' },
  bound: { type: 'string', multiple: true, verbs: 'all' },
  deadline: { type: 'string', verbs: 'all' },
  // verify and diff speak the revision of the reviewed file: another one would not be the reviewed thing.
  protocol: { type: 'string', verbs: ['list', 'inspect', 'call', 'snapshot', 'accept', 'doctor'] },
  output: { type: 'string', short: 'o', verbs: ['snapshot'] },
  strict: { type: 'boolean', verbs: ['snapshot'] },
  yes: { type: 'boolean', short: 'y', verbs: ['accept'] }
}

export const isOptionName = (name: string): name is OptionName => Object.hasOwn(OPTIONS, name)

export function isOptionOf(name: OptionName, verb: VerbName): boolean {
  const { verbs } = OPTIONS[name]
  return verbs === 'all' || verbs.includes(verb)
}
