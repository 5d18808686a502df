import { createEgress, explainWarning } from '@b10x/egress-undici'
import type { CliIo } from '@b10x/mcp-cli/command-line'
import { escapeText } from '@b10x/mcp-cli/terminal'
import type { Output } from '@b10x/mcp-cli/terminal'
import type { EgressTransport, EndpointKey } from '@b10x/ports'
import type { Destination } from '../arguments/invocation.ts'
import { readDocument } from '../documents/read-document.ts'

/**
 * The only way out of a command: to one destination, as the command line reviews it. What its warnings say is said on
 * standard error.
 * @throws GovernedError `config_invalid` for the file of certificates, `egress_binding_invalid`
 */
export async function openEgress(endpoint: EndpointKey, url: string, { ca, privateRanges, allowLoopback }: Destination, io: CliIo, output: Output): Promise<EgressTransport> {
  const certificateAuthority = ca === null ? {} : { certificateAuthority: await readDocument(ca, io) }
  return createEgress({
    endpoints: [{ ...endpoint, url, ...certificateAuthority, ...(privateRanges.length === 0 ? {} : { privateRanges }) }],
    onWarning: (warning) => output.note(output.noteStyle.yellow(`warning: ${escapeText(explainWarning(warning))}`)),
    ...(allowLoopback ? { development: { loopbackEndpoints: [endpoint] } } : {})
  })
}
