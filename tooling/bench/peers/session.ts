// What every measured client is made to look like.

export type PeerName = 'ours' | 'ours-legacy' | 'raw' | 'sdk1' | 'sdk2' | 'sdk2-legacy' | 'ai-sdk'

/** A server to connect to: an address, or arguments for the Node that runs this. */
export type Target = { readonly kind: 'http'; readonly url: string } | { readonly kind: 'stdio'; readonly args: readonly string[] }

export interface Session {
  /** Every page. Gives the number of tools. */
  list(): Promise<number>
  /** Gives the length of the first text. */
  call(name: string, args: Readonly<Record<string, string | number>>): Promise<number>
  close(): Promise<void>
}

/** Imports a package of a folder outside this workspace. */
export type Load = (specifier: string) => Promise<unknown>

export type Connect = (target: Target) => Promise<Session>

/** A client in this process. The packages are loaded by the first connection, as a host would. */
export type MakePeer = (load: Load) => Connect

/** The length of the first text of a result, for all that speak the protocol's own form. */
export function firstTextLength(result: unknown): number {
  const { content } = result as { readonly content: readonly { readonly text?: string }[] }
  const length = content[0]?.text?.length
  if (length === undefined) throw new Error('a result without text')
  return length
}
