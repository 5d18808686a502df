import { prepareRun } from '@b10x/harness-mcp'
import type { Governance, PreparedRun, RunProfile } from '@b10x/harness-mcp'
import type { CliIo } from '@b10x/mcp-cli/command-line'
import { attachOperatorFacts, attachOperatorText } from '@b10x/mcp-cli/terminal'
import type { SnapshotDiff } from '@b10x/mcp-foundation'
import { hasCode, isGovernedError } from '@b10x/ports/errors'
import { differenceMembers } from '../output/render-diff.ts'

/**
 * Prepares a run, lends it and closes it whatever happens.
 * @throws GovernedError whatever preparing or `use` throws, with the peer's own words attached for the operator
 */
export async function withRun<T>(
  profile: RunProfile,
  io: CliIo,
  governance: Omit<Governance, 'toolPolicy'>,
  use: (run: PreparedRun) => Promise<T>
): Promise<T> {
  let run: PreparedRun | undefined
  let stderrTail = ''
  try {
    run = await prepareRun(profile, { ...governance, env: io.env, signal: io.signal, onStderr: (tail) => (stderrTail = tail) })
    return await use(run)
  } catch (error) {
    throw explain(error, { stderrTail: run?.stderrTail() ?? stderrTail, secrets: secretsOf(profile, io) })
  } finally {
    await run?.close()
  }
}

/** What differs is for whoever runs the command, and the whole diff is more than a cause. */
function explain(error: unknown, { stderrTail, secrets }: { readonly stderrTail: string; readonly secrets: readonly string[] }): unknown {
  // A refusal of ours is not explained by what a program writes.
  const isOfTheServer = isGovernedError(error) && ['negotiation', 'transport', 'remote', 'bounds'].includes(error.family)
  if (!hasCode(error, 'snapshot_mismatch')) return attachOperatorText(error, { stderrTail: isOfTheServer ? stderrTail : '', secrets })
  return attachOperatorFacts(error, { found: differenceMembers(error.cause as SnapshotDiff) })
}

function secretsOf({ document: { connection } }: RunProfile, io: CliIo): readonly string[] {
  const names = connection.transport === 'stdio' ? connection.env : [connection.bearerEnv ?? [], Object.values(connection.headersEnv)].flat()
  return names.map((name) => io.env[name] ?? '')
}
