import { readContract } from '@b10x/governance-rules'
import type { Finding, GovernanceContract, ProjectFiles } from '@b10x/governance-rules'
import type { ToolSnapshot } from '@b10x/mcp-foundation'
import type { Target } from '../cli/invocation.ts'
import { compareCapabilities } from './compare-capabilities.ts'
import { compareIdentity } from './compare-identity.ts'
import { compareTools } from './compare-tools.ts'
import { compareWire } from './compare-wire.ts'
import { judgeCacheHints } from './judge-cache-hints.ts'
import { judgeLaunch } from './judge-launch.ts'
import { judgeText } from './judge-text.ts'
import { createObserver } from './observation.ts'
import type { Observation } from './observation.ts'
import { observeList } from './observe-list.ts'
import { bearerOf, openTarget } from './open-target.ts'
import { createRawAsker } from './raw-ask.ts'
import { toFindings } from './to-findings.ts'
import { tryPosture } from './try-posture.ts'

export interface ProbeOptions {
  /** The project whose documents make the promises. */
  readonly files: ProjectFiles
  readonly env: Readonly<Record<string, string | undefined>>
  /** Where a command starts. */
  readonly cwd: string
  readonly signal: AbortSignal
  /** Asks a server that is not on loopback, too, what it has to refuse. Default false. */
  readonly active?: boolean
  /** Makes the server change its list. */
  readonly trigger?: () => Promise<void>
  /** How long to wait for a notification, in milliseconds. Default 500. */
  readonly observeMs?: number
}

export interface ProbeReport {
  readonly contract: GovernanceContract
  readonly snapshot: ToolSnapshot
  /** One or more for each rule of the probe. */
  readonly observations: readonly Observation[]
  /** What failed. */
  readonly findings: readonly Finding[]
}

/**
 * FLOW: a live server beside what its documents promise: connect as any client, list, compare tools, capabilities, identity,
 * launch and the committed wire; look at the text; see whether the list changes as said; ask what has to be refused. Nothing
 * is called, and nothing of the server is believed.
 * @throws GovernedError what connecting and listing refuse, or the reason of the signal
 */
export async function probeServer(target: Target, options: ProbeOptions): Promise<ProbeReport> {
  const { files, env, cwd, signal, active = false, trigger = null, observeMs = 500 } = options
  const contract = readContract(files)
  const observer = createObserver()
  const client = await openTarget(target, { env, cwd, signal, onDriftSuspected: () => {} })
  const modern = client.era === 'modern'
  const bearer = bearerOf(target, env)
  const asker = createRawAsker(modern, signal)
  try {
    const snapshot = await client.freeze({ signal })
    compareTools(snapshot, contract.registry, observer)
    compareCapabilities(snapshot, contract, observer)
    compareIdentity(snapshot, target, contract, observer)
    judgeText(snapshot, observer)
    judgeLaunch(target, contract, observer)
    compareWire(snapshot, files, observer)
    await observeList({ client, snapshot, contract, trigger, observeMs, signal }, observer)
    await judgeCacheHints(target, bearer, modern, contract, asker, observer)
    await tryPosture({ target, bearer, contract, active }, asker, observer)
    return { contract, snapshot, observations: observer.observations, findings: toFindings(observer.observations) }
  } finally {
    await asker.close()
    await client.close()
  }
}
