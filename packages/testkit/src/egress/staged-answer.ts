import type { EgressBounds, EgressTransport, EndpointKey, HeaderList } from '@b10x/ports'

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
  /** Reviewed for POST and DELETE, and for the headers of MCP in responses. */
  readonly endpoint: EndpointKey
  readonly address: string
  readonly received: readonly StagedRequest[]
  answer(answer: StagedAnswer): void
  close(): Promise<void>
}

/** What a stage is reviewed for where a test does not say otherwise; the other bounds are the implementation's. */
export const STAGED_BOUNDS: Partial<EgressBounds> = { maxRequestBytes: 1_000, maxDecodedBytes: 2_000 }
