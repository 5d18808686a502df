import type { ContentSeal, CredentialRef, EgressTransport, EndpointKey, SecretStore } from '@b10x/ports'

/** What an exchange over the egress is made of. */
export interface EgressExchangeOptions {
  readonly egress: EgressTransport
  readonly endpoint: EndpointKey
  readonly secrets: SecretStore
  /** The bearer of every message. Absent: no message has one, and the secret store is not asked. */
  readonly credentialRef?: CredentialRef
  readonly seal: ContentSeal | undefined
  /** The operation that a message of ours is about, for what is sealed. */
  readonly operationOf: (body: string | null) => string
}
