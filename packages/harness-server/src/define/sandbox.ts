/** What a tool was given of the machine. The host enforces it; a tool takes nothing that is not named here. */
export interface Sandbox {
  /** Folders, absolute. */
  readonly files: readonly string[]
  /** Origins: `https://api.example.com`. */
  readonly network: readonly string[]
  /** Programs, absolute. */
  readonly processes: readonly string[]
}

/** No files, no network, no processes. */
export const EMPTY_SANDBOX: Sandbox = Object.freeze({ files: Object.freeze([]), network: Object.freeze([]), processes: Object.freeze([]) })
