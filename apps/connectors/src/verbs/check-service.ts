import type { CliIo } from '@b10x/mcp-cli/command-line'
import type { Output } from '@b10x/mcp-cli/terminal'
import type { CheckInvocation } from '../arguments/invocation.ts'
import { joinDocuments } from '../documents/join-documents.ts'
import { loadDeployment } from '../documents/load-deployment.ts'
import { loadProfile } from '../documents/load-profile.ts'
import { renderService, serviceMembers } from '../output/render-service.ts'

/** `services check`: profile and deployment are complete and fit one another. Nothing is connected. */
export async function checkService({ profile: file, deployment: deploymentFile }: CheckInvocation, io: CliIo, output: Output): Promise<number> {
  const profile = await loadProfile(file, io)
  const deployment = deploymentFile === null ? null : await loadDeployment(deploymentFile, io)
  if (deployment !== null) joinDocuments(profile, deployment)
  if (output.json) output.document(serviceMembers(profile, deployment))
  else output.lines(renderService(profile, deployment, output.style))
  if (deployment === null) output.note('No deployment was checked. Without one the service cannot be activated.')
  return 0
}
