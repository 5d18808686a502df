/**
 * How expectations are written, and those of every client scenario that the suite starts for a revision. Reviewed by hand:
 * a scenario or check that does not apply to our client stands here with the reason, and nothing else is excused.
 */

/** Every check of it succeeds, except the named ones, each with the reason why it does not apply. */
export interface Must {
  readonly expect: 'must'
  /** The suite skips these. */
  readonly except: Readonly<Record<string, string>>
  /** The suite fails these, because it asks for more than what the scenario is about. */
  readonly unoffered: Readonly<Record<string, string>>
}

export interface NotApplicable {
  readonly expect: 'n/a'
  readonly because: string
  /** It is green all the same, for want of anything to judge. Absent: it fails. */
  readonly passes?: true
}

/** By name of the scenario. */
export type Manifest = Readonly<Record<string, Must | NotApplicable>>

export function must(except: Must['except'] = {}, unoffered: Must['unoffered'] = {}): Must {
  return { expect: 'must', except, unoffered }
}

export function musts(...scenarios: readonly string[]): Manifest {
  return Object.fromEntries(scenarios.map((scenario) => [scenario, must()]))
}

export function notApplicable(because: string, ...scenarios: readonly string[]): Manifest {
  return Object.fromEntries(scenarios.map((scenario) => [scenario, { expect: 'n/a', because }]))
}

const NO_ELICITATION = 'the client declares no elicitation and answers none'
const NO_RESOURCES = 'a tools-only client asks for no resources'
const NO_PROMPTS = 'a tools-only client asks for no prompts'
const NO_HANDSHAKE = 'the revision has no handshake'
const NO_CAPABILITY = 'the client declares no such capability'
const NO_EXTENSION = 'an extension of authorization that we do not claim'

const OAUTH_OF_BOTH = [
  'auth/metadata-default',
  'auth/metadata-var1',
  'auth/metadata-var2',
  'auth/metadata-var3',
  'auth/basic-cimd',
  'auth/pre-registration',
  'auth/scope-from-www-authenticate',
  'auth/scope-from-scopes-supported',
  'auth/scope-omitted-when-undefined',
  'auth/scope-step-up',
  'auth/scope-retry-limit',
  'auth/token-endpoint-auth-basic',
  'auth/token-endpoint-auth-post',
  'auth/token-endpoint-auth-none',
  'auth/client-credentials-jwt',
  'auth/client-credentials-basic'
]

const OAUTH_OF_2026 = [
  'auth/resource-mismatch',
  'auth/offline-access-scope',
  'auth/offline-access-not-supported',
  'auth/authorization-server-migration',
  'auth/iss-supported',
  'auth/iss-not-advertised',
  'auth/iss-supported-missing',
  'auth/iss-wrong-issuer',
  'auth/iss-unexpected',
  'auth/iss-normalized',
  'auth/metadata-issuer-mismatch'
]

const EXTENSIONS = ['auth/enterprise-managed-authorization', 'auth/dpop', 'auth/dpop-nonce', 'auth/wif-jwt-bearer']

export const CLIENT_MANIFESTS: Readonly<Record<string, Manifest>> = {
  '2025-11-25': {
    'initialize': must(),
    'tools_call': must(),
    'sse-retry': must(),
    'json-schema-2020-12-preservation': must(),
    ...notApplicable(NO_ELICITATION, 'elicitation-sep1034-client-defaults'),
    ...musts(...OAUTH_OF_BOTH),
    ...notApplicable(NO_EXTENSION, ...EXTENSIONS)
  },
  '2026-07-28': {
    'tools_call': must(),
    'request-metadata': must({
      ClientDeclaresRootsCapability: NO_CAPABILITY,
      ClientDeclaresSamplingCapability: NO_CAPABILITY,
      ClientDeclaresElicitationCapability: NO_CAPABILITY
    }),
    'http-standard-headers': must({
      ClientMcpMethodHeader_initialize: NO_HANDSHAKE,
      ClientMcpMethodHeader_notifications_initialized: NO_HANDSHAKE,
      ClientMcpMethodHeader_resources_list: NO_RESOURCES,
      ClientMcpMethodHeader_resources_read: NO_RESOURCES,
      ClientMcpNameHeader_resources_read: NO_RESOURCES,
      ClientMcpMethodHeader_prompts_list: NO_PROMPTS,
      ClientMcpMethodHeader_prompts_get: NO_PROMPTS,
      ClientMcpNameHeader_prompts_get: NO_PROMPTS
    }),
    'http-custom-headers': must(),
    'http-invalid-tool-headers': must(),
    'json-schema-ref-no-deref': must(),
    'json-schema-2020-12-preservation': must(),
    ...notApplicable(NO_ELICITATION, 'sep-2322-client-request-state'),
    ...musts(...OAUTH_OF_BOTH, ...OAUTH_OF_2026),
    ...notApplicable(NO_EXTENSION, ...EXTENSIONS)
  }
}

/**
 * What our client has to pass over the egress of services, too: all that is not about authorization, which services do not
 * do by themselves. A stream that ends early is not resumed there, for want of a GET: the client says that it does not know
 * the outcome, and ends well.
 */
export const EGRESS_MANIFESTS: Readonly<Record<string, Manifest>> = Object.fromEntries(
  Object.entries(CLIENT_MANIFESTS).map(([revision, manifest]) => [
    revision,
    {
      ...Object.fromEntries(Object.entries(manifest).filter(([scenario, { expect }]) => expect === 'must' && !scenario.startsWith('auth/'))),
      ...(revision === '2025-11-25' ? notApplicable('the egress of services has no GET', 'sse-retry') : {})
    }
  ])
)
