import { setTimeout as wait } from 'node:timers/promises'
import { diffSnapshots } from '@b10x/mcp-foundation'
import type { McpClient, ToolSnapshot } from '@b10x/mcp-foundation'
import type { GovernanceContract } from '@b10x/governance-rules'
import { asObject } from './compare-tools.ts'
import type { Observer } from './observation.ts'

export interface ListObservation {
  readonly client: McpClient
  readonly snapshot: ToolSnapshot
  readonly contract: GovernanceContract
  /** Makes the server change its list; null: nothing was named that would. */
  readonly trigger: (() => Promise<void>) | null
  /** How long to wait for a notification, in milliseconds. */
  readonly observeMs: number
  readonly signal: AbortSignal
}

/**
 * Whether the list changes as the server and its documents say. Silence proves nothing: without a trigger a declared
 * `listChanged` stays unproven.
 */
export async function observeList({ client, snapshot, contract, trigger, observeMs, signal }: ListObservation, observer: Observer): Promise<void> {
  const declared = asObject(asObject(snapshot.capabilities)['tools'])['listChanged'] === true
  const promised = contract.capabilities?.sections.find(({ capability }) => capability.value === 'tools')?.listChanged ?? contract.registry?.dynamicTools?.listChanged ?? null
  const at = promised?.at ?? null
  if (promised !== null && promised.value !== declared) {
    observer.say('GOV-PROBE-010', 'fail', declared ? 'The server declares listChanged, and its documents say that the list is fixed.' : 'The documents promise listChanged, and the server does not declare it.', at)
  }
  await trigger?.()
  await wait(observeMs, undefined, { signal })
  const changed = !diffSnapshots(snapshot, await client.relist({ signal })).equal
  const told = client.driftSuspected
  if (changed && !told) observer.say('GOV-PROBE-010', 'fail', declared ? 'The list changed, and no notification came.' : 'The list changed, and the server declares that it does not.', at)
  else if (told && !declared) observer.say('GOV-PROBE-010', 'fail', 'A notification came that the server does not declare.', at)
  else if (told && !changed) observer.say('GOV-PROBE-010', 'unproven', 'A notification came, and the list is the same.', at)
  else if (changed) observer.sayPassed('GOV-PROBE-010', 'The list changed, and the notification came.')
  else if (declared && trigger !== null) observer.say('GOV-PROBE-010', 'fail', 'After the trigger the list is the same: nothing shows that it ever changes.', at)
  else if (declared) observer.say('GOV-PROBE-010', 'unproven', 'The list did not change while it was looked at; --trigger names a command that changes it.', at)
  else observer.sayPassed('GOV-PROBE-010', 'The list did not change, and nothing says that it does.')
}
