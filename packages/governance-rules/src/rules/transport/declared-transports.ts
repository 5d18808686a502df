import type { GovernanceContract } from '../../contract/governance-contract.ts'
import type { SourcePosition } from '../../contract/source-position.ts'

export type TransportName = 'stdio' | 'streamable-http'

/** Where the server specification or the transport document declares a transport; null where neither does. */
export function declaresTransport(contract: GovernanceContract, transport: TransportName): SourcePosition | null {
  const declared = [...(contract.serverSpec?.transports ?? []), ...(contract.transport?.transports ?? [])]
  return declared.find(({ value }) => value === transport)?.at ?? null
}

/** The row whose heading fits, and that has a value. */
export function rowOf<T extends { readonly value: unknown }>(rows: ReadonlyMap<string, T> | null | undefined, heading: RegExp): T | null {
  for (const [label, cell] of rows ?? []) {
    if (heading.test(label) && cell.value !== '') return cell
  }
  return null
}
