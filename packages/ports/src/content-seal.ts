/** What a sealed text is about. No text of a server, no secret. */
export interface SealSubject {
  readonly operationRef: string
  readonly connectionRef: string
  /** The code that the caller was given instead. */
  readonly code: string
  readonly tenantId?: string
}

/** Keeps what no caller may see for the operator: results that failed, credentials that came back. */
export interface ContentSeal {
  /** The reference under which the operator finds it. One that throws leaves the caller without a reference. */
  seal(subject: SealSubject, content: Uint8Array): string | Promise<string>
}
