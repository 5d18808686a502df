import assert from 'node:assert/strict'
import { createClientCredentialsFlow } from '@b10x/mcp-oauth'
import type { ClientAssertionAlgorithm, ClientCredentialsOptions } from '@b10x/mcp-oauth'
import { isGovernedError } from '@b10x/ports/errors'
import type { ErrorCode } from '@b10x/ports/errors'
import { runAsMachine, runAsUser } from './run-authorized.ts'
import type { ClientIdentity } from './run-authorized.ts'

type Play = (address: string) => Promise<void>

/** Only an identifier: the suite does not fetch it. */
const CLIENT_METADATA = 'https://conformance-test.local/client-metadata.json'

/**
 * Our client where the suite protects its server. What the servers saw is for the suite to judge; here our client has to
 * end as it should.
 */
export async function playAuthorization(name: string, address: string): Promise<void> {
  await (PLAYS.get(name) ?? authorized(1))(address)
}

const PLAYS: ReadonlyMap<string, Play> = new Map(Object.entries<Play>({
  'auth/basic-cimd': authorized(1, () => ({ clientMetadataUrl: CLIENT_METADATA })),
  'auth/pre-registration': authorized(1, () => ({ clientId: given('client_id'), clientSecret: given('client_secret'), issuer: given('issuer') })),
  // Once more for the scope that the call asks for, beside the first one.
  'auth/scope-step-up': authorized(2),
  // Once at each authorization server.
  'auth/authorization-server-migration': authorized(2),
  // Every token lacks what was just asked for.
  'auth/scope-retry-limit': refused('scope_insufficient', 1),
  'auth/iss-supported-missing': refused('issuer_missing', 1),
  'auth/iss-wrong-issuer': refused('issuer_mismatch', 1),
  'auth/iss-unexpected': refused('issuer_mismatch', 1),
  'auth/iss-normalized': refused('issuer_mismatch', 1),
  'auth/metadata-issuer-mismatch': refused('oauth_metadata_invalid', 0),
  'auth/resource-mismatch': refused('resource_mismatch', 0),
  'auth/client-credentials-basic': machine(() => ({ clientSecret: given('client_secret') })),
  'auth/client-credentials-jwt': machine(() => ({
    privateKey: given('private_key_pem'),
    algorithm: given('signing_algorithm') as ClientAssertionAlgorithm
  }))
}))

/** Everything is called in the end, and the user was sent to an authorization server so many times. */
function authorized(visits: number, client: () => ClientIdentity = () => ({})): Play {
  return async (address) => {
    const run = await runAsUser(address, client())
    if (run.failure !== null) throw run.failure
    assert.equal(run.visits, visits)
  }
}

/** Nothing is called: the client refuses, after so many visits of the user to an authorization server. */
function refused(code: ErrorCode, visits: number): Play {
  return async (address) => {
    const { failure, ...run } = await runAsUser(address, {})
    assert.deepEqual([isGovernedError(failure) ? failure.code : failure, run.visits], [code, visits])
  }
}

function machine(proof: () => Omit<ClientCredentialsOptions, 'clientId'>): Play {
  return (address) => runAsMachine(address, createClientCredentialsFlow({ clientId: given('client_id'), ...proof() }))
}

/** What the suite hands to the client of a scenario. */
function given(member: string): string {
  const context = JSON.parse(process.env['MCP_CONFORMANCE_CONTEXT'] ?? '{}') as Readonly<Record<string, unknown>>
  const value = context[member]
  assert(typeof value === 'string')
  return value
}
