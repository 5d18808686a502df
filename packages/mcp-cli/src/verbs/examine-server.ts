import { findFindings } from '@b10x/mcp-foundation'
import type { DoctorInvocation } from '../arguments/invocation.ts'
import type { CliIo } from '../cli-io.ts'
import { withClient } from '../connection/with-client.ts'
import { findObservations } from '../output/find-observations.ts'
import type { Output } from '../output/output.ts'
import { measureBounds } from '../output/measure-bounds.ts'
import { examinationMembers, renderExamination } from '../output/render-examination.ts'
import type { Examination } from '../output/render-examination.ts'

/** `doctor`: connects, lists, and reports what a reviewer and an operator should know. Exit 1 when there is something. */
export async function examineServer(invocation: DoctorInvocation, io: CliIo, output: Output): Promise<number> {
  const { target, connection } = invocation
  const startedMs = performance.now()
  const examination = await withClient({ target, connection, protocolVersion: connection.protocol }, io, async (client, transport): Promise<Examination> => {
    const snapshot = await client.freeze({ signal: io.signal })
    const diagnostics = client.diagnostics()
    const connectMs = Math.round(performance.now() - startedMs)
    const bounds = measureBounds({ snapshot, diagnostics, connectMs, pages: transport.listedPages(), bounds: client.bounds })
    return {
      snapshot,
      diagnostics,
      driftSuspected: client.driftSuspected,
      findings: findFindings(snapshot),
      observations: findObservations({ snapshot, diagnostics, bounds }),
      bounds
    }
  })
  if (output.json) output.document(examinationMembers(examination))
  else output.lines(renderExamination(examination, output.style))
  const { findings, observations, snapshot } = examination
  const isSound =
    findings.length === 0 &&
    observations.every(({ level }) => level === 'note') &&
    snapshot.tools.every(({ status }) => status === 'usable')
  return isSound ? 0 : 1
}
