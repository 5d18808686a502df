import { processRevocationResponse, WWWAuthenticateChallengeError } from 'oauth4webapi'
import { splitScope } from '../scopes/scope-set.ts'

/** What a `WWW-Authenticate` of the Bearer scheme says (RFC 6750, 3; RFC 9728, 5.1). Text of the server. */
export interface BearerChallenge {
  readonly error: string | null
  readonly resourceMetadata: string | null
  /** Null where the server names none. */
  readonly scopes: readonly string[] | null
}

/** The first Bearer challenge; null where there is none that can be parsed. */
export async function parseChallenge(lines: readonly string[]): Promise<BearerChallenge | null> {
  for (const line of lines.slice(0, 16)) {
    const parameters = await bearerParameters(line)
    if (parameters === null) continue
    const scopes = parameters['scope'] === undefined ? null : splitScope(parameters['scope'])
    return {
      error: parameters['error'] ?? null,
      resourceMetadata: parameters['resource_metadata'] ?? null,
      scopes: scopes === null || scopes.length === 0 ? null : scopes
    }
  }
  return null
}

/** The parser of oauth4webapi has no name of its own: it is reached through a response that it refuses with the challenge. */
async function bearerParameters(line: string): Promise<Readonly<Record<string, string | undefined>> | null> {
  try {
    await processRevocationResponse(new Response(null, { status: 401, headers: { 'www-authenticate': line } }))
  } catch (error) {
    if (!(error instanceof WWWAuthenticateChallengeError)) return null
    const bearer = error.cause.find(({ scheme }) => scheme === 'bearer')
    return bearer === undefined ? null : (bearer.parameters as Readonly<Record<string, string | undefined>>)
  }
  return null
}
