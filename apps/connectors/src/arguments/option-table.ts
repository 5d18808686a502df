import type { OptionTable, ReadOptions } from '@b10x/mcp-cli/command-line'
import type { VerbName } from './invocation.ts'

export type OptionName = 'help' | 'version' | 'json' | 'no-color' | 'output' | 'deployment' | 'name' | 'protocol' | 'bearer-env' | 'ca' | 'private-range' | 'allow-loopback'

export type GivenOptions = ReadOptions<OptionName, VerbName>

export const VERBS: readonly VerbName[] = ['services draft', 'services check', 'services verify']

const DRAFT: readonly VerbName[] = ['services draft']
const LIVE: readonly VerbName[] = ['services draft', 'services verify']

/** Every option, and the verbs that know it. */
export const OPTIONS: OptionTable<OptionName, VerbName> = {
  help: { type: 'boolean', short: 'h', verbs: 'all' },
  version: { type: 'boolean', verbs: 'all' },
  json: { type: 'boolean', verbs: 'all' },
  'no-color': { type: 'boolean', verbs: 'all' },
  output: { type: 'string', short: 'o', verbs: DRAFT },
  deployment: { type: 'string', verbs: DRAFT },
  name: { type: 'string', verbs: DRAFT },
  protocol: { type: 'string', verbs: DRAFT },
  'bearer-env': { type: 'string', verbs: LIVE },
  ca: { type: 'string', verbs: LIVE },
  'private-range': { type: 'string', multiple: true, verbs: LIVE },
  'allow-loopback': { type: 'boolean', verbs: LIVE }
}
