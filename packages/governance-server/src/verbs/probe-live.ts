import { checkProject } from '@b10x/governance-rules'
import type { CommandIo } from '../cli/command-io.ts'
import type { Invocation } from '../cli/invocation.ts'
import { openFolder } from '../files/open-folder.ts'
import type { Observation } from '../probe/observation.ts'
import { probeServer } from '../probe/probe-server.ts'
import { PROBE_RULES } from '../probe/probe-rules.ts'
import { statusOf, writeReport } from './write-report.ts'

/** `probe`: a live server beside its documents, in the report that `check` makes. Exit status 0, 1, 3 or 4. */
export async function probeLive(asked: Invocation & { readonly verb: 'probe' }, io: CommandIo): Promise<number> {
  const files = openFolder(asked.root)
  const trigger = asked.trigger.length === 0 ? {} : { trigger: () => runNamed(asked.trigger, io) }
  const { observations, findings } = await probeServer(asked.target, { files, env: io.env, cwd: io.cwd, signal: io.signal, active: asked.active, observeMs: asked.observeMs, ...trigger })
  // The documents alone are what `check` is for; suppressions and the order of findings are the same.
  const report = checkProject({ files, rules: [], others: findings, today: io.today })
  const whole = { ...report, summary: { ...report.summary, rules: PROBE_RULES.length }, rules: PROBE_RULES }
  for (const line of renderObservations(observations)) io.err(`${line}\n`)
  writeReport(whole, asked.format, asked.output, io)
  return statusOf(whole, asked.strict)
}

async function runNamed(command: readonly string[], io: CommandIo): Promise<void> {
  const { runTrigger } = await import('../process/run-trigger.ts')
  await runTrigger(command, io.cwd, io.signal)
}

/** What failed is in the report; what was not shown has to be said somewhere, or silence would look like a pass. */
function renderObservations(observations: readonly Observation[]): readonly string[] {
  return observations.filter(({ verdict }) => verdict !== 'fail').map(({ ruleId, verdict, message }) => `${ruleId}  ${verdict.replace('_', ' ')}  ${message}`)
}
