import type { CliIo } from '@b10x/mcp-cli/command-line'
import { refuseUsage } from '@b10x/mcp-cli/command-line'
import { createServiceBundleBuilder } from '@b10x/connectors-service'
import type { ServiceDeployment } from '@b10x/connectors-service'
import { prepareService } from '@b10x/integration-mcp'
import type { ServiceProfile } from '@b10x/integration-mcp'
import { escapeText } from '@b10x/mcp-cli/terminal'
import type { Output } from '@b10x/mcp-cli/terminal'
import type { ServiceFactory } from '@b10x/ports'
import type { VerifyInvocation } from '../arguments/invocation.ts'
import { readAddress } from '../arguments/read-address.ts'
import { demandVariable, environmentSecrets } from '../connection/environment-secrets.ts'
import { explainRefusal } from '../connection/explain-refusal.ts'
import { openEgress } from '../connection/open-egress.ts'
import { joinDocuments } from '../documents/join-documents.ts'
import { loadDeployment } from '../documents/load-deployment.ts'
import { loadProfile } from '../documents/load-profile.ts'
import { renderService, serviceMembers } from '../output/render-service.ts'

/** `services verify`: what `check` does, and the live server still lists exactly what was reviewed. Nothing is called. */
export async function verifyService(invocation: VerifyInvocation, io: CliIo, output: Output): Promise<number> {
  const profile = await loadProfile(invocation.profile, io)
  const deployment = invocation.deployment === null ? null : await loadDeployment(invocation.deployment, io)
  if (deployment !== null) joinDocuments(profile, deployment)
  const url = addressOf(profile)
  const factory = await prepare(profile, url, invocation, io, output)
  if (deployment !== null) await activate(factory, deployment)
  if (output.json) output.document({ ...serviceMembers(profile, deployment), endpoint: url })
  else output.lines([...renderService(profile, deployment, output.style), output.style.green(`the server lists what was reviewed: ${escapeText(url)}`)])
  if (deployment === null) output.note('No deployment was checked. Without one the service cannot be activated.')
  return 0
}

/** A query was left out of the snapshot, so an address that had one is not known. */
function addressOf({ snapshot: { endpoint } }: ServiceProfile): string {
  return endpoint.transport === 'stdio' ? refuseUsage('The profile is about a local program.') : readAddress(endpoint.url)
}

async function prepare(profile: ServiceProfile, url: string, { destination }: VerifyInvocation, io: CliIo, output: Output): Promise<ServiceFactory> {
  const { bearerEnv } = destination
  const { ref: connectionRef, endpointRef, credentialRef = null } = profile.connection
  if (credentialRef !== null && bearerEnv === null) refuseUsage('The service has a credential: name its variable with --bearer-env.')
  if (credentialRef === null && bearerEnv !== null) refuseUsage('The service has no credential, so --bearer-env would send it one that nobody reviewed.')
  demandVariable(bearerEnv, io)
  const egress = await openEgress({ connectionRef, endpointRef }, url, destination, io, output)
  try {
    return await prepareService(profile, { egress, secrets: environmentSecrets(credentialRef, bearerEnv, io), signal: io.signal })
  } catch (error) {
    throw explainRefusal(error, bearerEnv, io)
  } finally {
    await egress.close()
  }
}

/** As a host would: bound to its deployment, and closed again. */
async function activate(factory: ServiceFactory, deployment: ServiceDeployment): Promise<void> {
  await createServiceBundleBuilder().add(factory, deployment).build().close()
}
