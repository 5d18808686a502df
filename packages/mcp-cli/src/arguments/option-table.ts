import type { ServerVerb, VerbName } from './invocation.ts'
import type { OptionTable, ReadOptions } from './read-options.ts'

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
  | 'from'
  | 'all'
  | 'no-auth'
  | 'client-id'
  | 'client-secret-env'
  | 'client-metadata-url'
  | 'issuer'
  | 'scope'

export type GivenOptions = ReadOptions<OptionName, VerbName>

/** Verbs that look at tools. */
const TOOL_VERBS: readonly ServerVerb[] = ['list', 'inspect', 'call', 'snapshot', 'verify', 'diff', 'accept', 'doctor']

/** Verbs with a target. */
export const SERVER_VERBS: readonly ServerVerb[] = [...TOOL_VERBS, 'auth']

/** Every option, and the verbs that know it. */
export const OPTIONS: OptionTable<OptionName, VerbName> = {
  help: { type: 'boolean', short: 'h', verbs: 'all' },
  version: { type: 'boolean', verbs: 'all' },
  json: { type: 'boolean', verbs: 'all' },
  'no-color': { type: 'boolean', verbs: 'all' },
  config: { type: 'string', verbs: SERVER_VERBS },
  // Only import takes several.
  server: { type: 'string', multiple: true, verbs: [...SERVER_VERBS, 'import'] },
  'bearer-env': { type: 'string', verbs: TOOL_VERBS },
  'header-env': { type: 'string', multiple: true, verbs: SERVER_VERBS },
  env: { type: 'string', multiple: true, verbs: TOOL_VERBS },
  'allow-insecure-host': { type: 'string', multiple: true, verbs: SERVER_VERBS },
  bound: { type: 'string', multiple: true, verbs: SERVER_VERBS },
  deadline: { type: 'string', verbs: SERVER_VERBS },
  // verify and diff speak the revision of the reviewed file: another one would not be the reviewed thing.
  protocol: { type: 'string', verbs: ['list', 'inspect', 'call', 'snapshot', 'accept', 'doctor'] },
  output: { type: 'string', short: 'o', verbs: ['snapshot', 'import'] },
  strict: { type: 'boolean', verbs: ['snapshot'] },
  yes: { type: 'boolean', short: 'y', verbs: ['accept'] },
  from: { type: 'string', multiple: true, verbs: ['import'] },
  all: { type: 'boolean', verbs: ['import'] },
  'no-auth': { type: 'boolean', verbs: TOOL_VERBS },
  'client-id': { type: 'string', verbs: ['auth'] },
  'client-secret-env': { type: 'string', verbs: ['auth'] },
  'client-metadata-url': { type: 'string', verbs: ['auth'] },
  issuer: { type: 'string', verbs: ['auth'] },
  scope: { type: 'string', multiple: true, verbs: ['auth'] }
}
