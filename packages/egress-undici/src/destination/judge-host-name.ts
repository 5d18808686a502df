import { METADATA_NAMES } from './metadata-addresses.ts'

/** Names that are answered by this machine or its own network, and by nobody that a certificate authority knows. */
const LOCAL_SUFFIXES: readonly string[] = ['.internal', '.local', '.localdomain', '.lan', '.home.arpa', '.intranet', '.corp', '.private']

export interface NameRules {
  /** Private networks are named, so that what a local name leads to is judged by its address. */
  readonly mayBePrivate: boolean
  readonly mayBeLoopback: boolean
}

/**
 * Judges a host name before anything is looked up. A trailing dot is refused: it reaches the server name and `Host`, where
 * two parties may read it differently.
 * @param name a host as the URL Standard writes it, which is no address
 */
export function isAcceptableName(name: string, { mayBePrivate, mayBeLoopback }: NameRules): boolean {
  if (name === '' || name.endsWith('.') || METADATA_NAMES.has(name)) return false
  if (name === 'localhost' || name.endsWith('.localhost')) return mayBeLoopback
  if (!/^[\da-z](?:[\da-z._-]*[\da-z])?$/.test(name)) return false
  return mayBePrivate || (name.includes('.') && !LOCAL_SUFFIXES.some((suffix) => name.endsWith(suffix)))
}
