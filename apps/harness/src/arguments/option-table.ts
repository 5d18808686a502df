import type { OptionTable, ReadOptions } from '@b10x/mcp-cli/command-line'
import type { VerbName } from './invocation.ts'

export type OptionName =
  | 'help'
  | 'version'
  | 'json'
  | 'no-color'
  | 'output'
  | 'snapshot'
  | 'name'
  | 'transport'
  | 'protocol'
  | 'bearer-env'
  | 'header-env'
  | 'env'
  | 'allow-insecure'
  | 'live'
  | 'actor'
  | 'tenant'
  | 'evidence'
  | 'script'
  | 'prompt'

export type GivenOptions = ReadOptions<OptionName, VerbName>

export const VERBS: readonly VerbName[] = ['profile init', 'profile check', 'tools', 'call', 'run', 'evidence show', 'build']

const INIT: readonly VerbName[] = ['profile init']
const CALLING: readonly VerbName[] = ['call', 'run']

/** Every option, and the verbs that know it. */
export const OPTIONS: OptionTable<OptionName, VerbName> = {
  help: { type: 'boolean', short: 'h', verbs: 'all' },
  version: { type: 'boolean', verbs: 'all' },
  json: { type: 'boolean', verbs: 'all' },
  'no-color': { type: 'boolean', verbs: 'all' },
  output: { type: 'string', short: 'o', verbs: ['profile init', 'build'] },
  snapshot: { type: 'string', verbs: INIT },
  name: { type: 'string', verbs: INIT },
  transport: { type: 'string', verbs: INIT },
  protocol: { type: 'string', verbs: INIT },
  'bearer-env': { type: 'string', verbs: INIT },
  'header-env': { type: 'string', multiple: true, verbs: INIT },
  env: { type: 'string', multiple: true, verbs: INIT },
  'allow-insecure': { type: 'boolean', verbs: INIT },
  live: { type: 'boolean', verbs: ['profile check'] },
  actor: { type: 'string', verbs: CALLING },
  tenant: { type: 'string', verbs: CALLING },
  evidence: { type: 'string', verbs: CALLING },
  script: { type: 'string', verbs: ['run'] },
  prompt: { type: 'string', verbs: ['run'] }
}
