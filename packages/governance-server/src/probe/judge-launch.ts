import path from 'node:path'
import { findObscurity } from '@b10x/governance-rules'
import type { GovernanceContract } from '@b10x/governance-rules'
import type { Target } from '../cli/invocation.ts'
import type { Observer } from './observation.ts'

/** The command that started the server beside the one that its documents show to those who install it. */
export function judgeLaunch(target: Target, { serverSpec, transport }: GovernanceContract, observer: Observer): void {
  if (target.kind === 'http') return observer.say('GOV-PROBE-013', 'not_applicable', 'The server is reached by its address.')
  const said = serverSpec?.launchCommand ?? [...(transport?.stdio ?? [])].find(([label]) => /^launch command/i.test(label))?.[1] ?? null
  const command = [target.command, ...target.args].join(' ')
  if (findObscurity(command) !== null) observer.say('GOV-PROBE-013', 'fail', 'The command that starts the server cannot be read as what it does.', said?.at)
  else if (said === null) observer.say('GOV-PROBE-013', 'unproven', 'No document shows the launch command.')
  else if (normalized(said.value) === normalized(command)) observer.say('GOV-PROBE-013', 'pass', 'The launch command is the documented one.')
  // A checkout starts its own build, which is another command for the same program.
  else observer.say('GOV-PROBE-013', 'unproven', 'The server was started by another command than the documented one.', said.at)
}

function normalized(command: string): string {
  const [program = '', ...args] = command.trim().split(/\s+/)
  return [path.basename(program), ...args].join(' ')
}
