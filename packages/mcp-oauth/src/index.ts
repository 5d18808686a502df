// Everything named here is public API: a change of a line is a change for users.
export { createAuthorizationCodeFlow } from './create-authorization-code-flow.ts'
export type { AuthorizationCodeOptions } from './create-authorization-code-flow.ts'
export { createClientCredentialsFlow } from './create-client-credentials-flow.ts'
export type { ClientAssertionAlgorithm } from './client/read-private-key.ts'
export type { ClientCredentialsOptions } from './create-client-credentials-flow.ts'
export type { OAuthAuthorization, OAuthFlow, OAuthStatus, OAuthTarget } from './oauth-flow.ts'
export type { OAuthState, OAuthStateStore } from './oauth-state.ts'
export { createMemoryStateStore } from './state/memory-state-store.ts'
