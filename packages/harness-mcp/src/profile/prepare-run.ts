import { setImmediate as nextTurn } from 'node:timers/promises'
import type { HttpExchange, RunEvidence, ToolPort } from '@b10x/ports'
import { assertHarnessFoundation } from '../connection/assert-harness-foundation.ts'
import type { McpAuthProvider } from '../connection/auth.ts'
import { createConnectionLog } from '../connection/connection-log.ts'
import { createRemoteCaller, loadValidator } from '../connection/create-remote-caller.ts'
import { dial } from '../connection/dial.ts'
import { createSentSecrets } from '../connection/sent-secrets.ts'
import { governTools } from '../govern-tools.ts'
import type { Governance } from '../governance.ts'
import { admitMappedTools } from './admit-mapped-tools.ts'
import { compareListing } from './compare-listing.ts'
import { createProfilePolicy } from './create-profile-policy.ts'
import { observeTransport } from './observe-transport.ts'
import { openTransport } from './open-transport.ts'
import { gatherRunEvidence } from './run-evidence.ts'
import { openRunLedger } from './run-ledger.ts'
import type { RunProfile } from './run-profile.ts'

/** The policy is the profile's. A host that wants less than the profile allows says so in a hook. */
export interface PrepareRunOptions extends Omit<Governance, 'toolPolicy'> {
  /** Ends preparing. Calls have signals of their own. */
  readonly signal?: AbortSignal
  /** Where the variables that the profile names are looked up. Default: the environment of this process. */
  readonly env?: Readonly<Record<string, string | undefined>>
  /** What owns the sockets. Its owner closes it. */
  readonly exchange?: HttpExchange
  /** OAuth, where the profile names no other credential. */
  readonly authProvider?: McpAuthProvider
  /**
   * Called where preparing fails, with the end of what the started program wrote to standard error. Text of the server,
   * for the operator. Not called where there is none.
   */
  readonly onStderr?: (tail: string) => void
}

/** Reviewed tools that can be called until the run is closed. The set is the same for its whole life. */
export interface PreparedRun extends AsyncDisposable {
  readonly runId: string
  readonly tools: ToolPort
  readonly evidence: RunEvidence
  /** True from the moment the server said that its tools changed. It changes nothing here; the next run will refuse. */
  readonly driftSuspected: boolean
  /** The kept end of what the server's process wrote to standard error. Text of the server, for the operator. */
  stderrTail(): string
  /** Idempotent. Afterwards no process, socket or timer is left. @throws GovernedError `audit_unavailable` */
  close(): Promise<void>
}

/**
 * FLOW: makes the reviewed tools of a profile callable: foundation, transport, connection in the pinned revision, one
 * listing, comparison, admission, authority, evidence. What fails leaves nothing open, and a `run_refused` row.
 * @throws GovernedError `foundation_release_mismatch`, `snapshot_mismatch` (its `cause` is the `SnapshotDiff`, for the
 *   operator), `variable_missing`, `option_invalid`, `audit_unavailable`, and all that connecting and listing throw
 */
export async function prepareRun(profile: RunProfile, options: PrepareRunOptions = {}): Promise<PreparedRun> {
  const { signal, env = process.env, exchange, authProvider, onStderr, ...governance } = options
  const { document, snapshot } = profile
  const ledger = openRunLedger(document.name, governance)
  const secrets = createSentSecrets()
  const log = createConnectionLog()
  const closers: (() => Promise<void>)[] = []
  let stderrTail = (): string => ''
  const closeAll = async (): Promise<void> => {
    for (const close of closers.splice(0).reverse()) await close()
  }
  try {
    assertHarnessFoundation(document.foundation ?? undefined)
    const { transport, authorization, close } = await openTransport(profile, { env, exchange, authProvider, secrets, log })
    closers.push(close)
    const observed = observeTransport(transport)
    stderrTail = observed.stderrTail
    const connecting = { protocolVersion: snapshot.protocolVersion, bounds: document.bounds, authorization, ...(signal === undefined ? {} : { signal }) }
    const { client, snapshot: live } = await dial(observed, connecting)
    closers.push(() => client.close())
    compareListing(snapshot, live, document.onUnmappedAdded)
    log.watch(client)
    const validator = await loadValidator(client)
    const remote = createRemoteCaller({ client: () => client, bounds: client.bounds, validator, secrets, log, subjects: document.subjects })
    const admitted = admitMappedTools(profile, live, remote)
    const tools = governTools(admitted, { ...governance, runId: ledger.runId, toolPolicy: createProfilePolicy(document) })
    const evidence = gatherRunEvidence(profile, live, admitted)
    await ledger.prepared(evidence, log.drain())
    let closing: Promise<void> | undefined
    // Calls in flight ended with the client: their rows come before the last one.
    const closeRun = (): Promise<void> => (closing ??= closeAll().then(() => nextTurn()).then(() => ledger.closed(log.drain())))
    return {
      runId: ledger.runId,
      tools,
      evidence,
      get driftSuspected() {
        return client.driftSuspected
      },
      stderrTail,
      close: closeRun,
      [Symbol.asyncDispose]: closeRun
    }
  } catch (error) {
    await closeAll()
    await ledger.refused(error)
    if (stderrTail() !== '') onStderr?.(stderrTail())
    throw error
  }
}
