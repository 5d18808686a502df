import type { EgressTransport, EndpointKey, HeaderList } from '@b10x/ports'

/** What the peer behind an egress does with a request. */
export type StagedAnswer =
  | { readonly status: number; readonly headers?: HeaderList; readonly chunks?: readonly string[] }
  /** Takes the request and never answers. */
  | 'silent'
  /** Takes the request and ends the connection. */
  | 'breaks'

/** What a peer received. */
export interface StagedRequest {
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** An egress to one endpoint whose peer does as it is told: what the contract suite of the port is run over. */
export interface EgressStage {
  readonly egress: EgressTransport
  /** Reviewed for POST and DELETE, for requests of 1 000 bytes and responses of 2 000. */
  readonly endpoint: EndpointKey
  readonly address: string
  readonly received: readonly StagedRequest[]
  answer(answer: StagedAnswer): void
  close(): Promise<void>
}
