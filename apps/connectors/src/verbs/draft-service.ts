import { ENDPOINT_REF } from '@b10x/integration-mcp'
import type { CliIo } from '@b10x/mcp-cli/command-line'
import { escapeText } from '@b10x/mcp-cli/terminal'
import type { Output } from '@b10x/mcp-cli/terminal'
import type { ToolSnapshot } from '@b10x/mcp-foundation'
import type { DraftInvocation } from '../arguments/invocation.ts'
import { demandVariable, environmentSecrets } from '../connection/environment-secrets.ts'
import { explainRefusal } from '../connection/explain-refusal.ts'
import { openEgress } from '../connection/open-egress.ts'
import { takeSnapshot } from '../connection/take-snapshot.ts'
import { createDocuments } from '../documents/create-documents.ts'
import { draftDeployment, draftProfile, draftRefs } from '../draft/draft-documents.ts'
import type { DraftRefs } from '../draft/draft-documents.ts'

/** `services draft`: what a server lists now, as a profile in which every tool still has to be mapped, and a deployment beside it. */
export async function draftService(invocation: DraftInvocation, io: CliIo, output: Output): Promise<number> {
  const { name, output: file, deployment, destination } = invocation
  const refs = draftRefs(name, destination.bearerEnv !== null)
  const snapshot = await listTools(invocation, refs, io, output)
  await createDocuments([{ file, text: draftProfile(refs, snapshot) }, { file: deployment, text: draftDeployment(refs) }], io.cwd)
  const tools = snapshot.tools.flatMap((tool) => (tool.name === null ? [] : [tool.name]))
  if (output.json) output.document({ profile: file, deployment, snapshotDigest: snapshot.digest, unmapped: tools })
  else output.lines([`written to ${escapeText(file)} and ${escapeText(deployment)}; to be mapped by hand:`, ...tools.map((tool) => `  ${escapeText(tool)}`)])
  output.note('A draft: every null is a decision that a person has to make, in both files.')
  return 0
}

async function listTools({ url, destination, protocol }: DraftInvocation, { connectionRef, credentialRef }: DraftRefs, io: CliIo, output: Output): Promise<ToolSnapshot> {
  const { bearerEnv } = destination
  demandVariable(bearerEnv, io)
  const endpoint = { connectionRef, endpointRef: ENDPOINT_REF }
  const egress = await openEgress(endpoint, url, destination, io, output)
  try {
    return await takeSnapshot({ egress, endpoint, secrets: environmentSecrets(credentialRef, bearerEnv, io), credentialRef, protocol, signal: io.signal })
  } catch (error) {
    throw explainRefusal(error, bearerEnv, io)
  } finally {
    await egress.close()
  }
}
