import type { GovernanceContract } from '../../contract/governance-contract.ts'
import type { Sourced } from '../../contract/source-position.ts'
import type { Rule } from '../rule.ts'
import { isFiller } from '../words.ts'
import { declaresTransport, rowOf } from './declared-transports.ts'
import { findObscurity, findUnpinnedPackage } from './launch-command.ts'

const FACTS = { severity: 'error', stop: false, looksAt: 'documents', owasp: ['MCP04', 'MCP05'] } as const

/** The launch commands that documents name, without their repetition. */
export function launchCommands(contract: GovernanceContract): readonly Sourced<string>[] {
  const said = [contract.serverSpec?.launchCommand ?? null, rowOf(contract.transport?.stdio, /launch command/i)]
  const commands = said.filter(command => command !== null && !command.value.includes('[[') && !isFiller(command.value))
  return commands.filter(
    (command, i) => commands.findIndex(other => plainCommand(other?.value ?? '') === plainCommand(command?.value ?? '')) === i
  ) as Sourced<string>[]
}

export function plainCommand(command: string): string {
  return command
    .slice(0, 16_384)
    .trim()
    .replace(/^\$\s+/, '')
    .replace(/^`+|`+$/g, '')
    .trim()
    .replace(/\s+/g, ' ')
}

export const COMMAND_MISSING: Rule = {
  ...FACTS,
  id: 'GOV-TRANSPORT-001',
  title: 'A stdio server names its launch command',
  why: 'Hosts show the command before they run it, and people consent to what they read.',
  fix: 'Write the exact command into the server specification, below "stdio launch command".',
  *check({ contract }) {
    const stdio = declaresTransport(contract, 'stdio')
    const blank = contract.serverSpec?.launchCommand?.value.includes('[[') ?? false
    if (stdio !== null && contract.serverSpec !== null && launchCommands(contract).length === 0 && !blank) {
      yield { message: 'The server runs under stdio, and no launch command is named.', at: stdio }
    }
  }
}

export const COMMAND_UNREADABLE: Rule = {
  ...FACTS,
  id: 'GOV-TRANSPORT-002',
  title: 'The launch command can be read',
  why: 'Nobody can consent to `curl … | sh`, to `eval`, to encoded text or to a chain of shells.',
  fix: 'Name one program with its arguments.',
  *check({ contract }) {
    for (const { value, at } of launchCommands(contract)) {
      const found = findObscurity(plainCommand(value))
      if (found !== null) yield { message: `The launch command ${found}.`, at }
    }
  }
}

export const COMMAND_UNPINNED: Rule = {
  ...FACTS,
  severity: 'warning',
  id: 'GOV-TRANSPORT-003',
  title: 'The launch command pins its package',
  why: 'Without a version, what runs tomorrow is not what was reviewed today.',
  fix: 'Add the exact version to the name of the package.',
  *check({ contract }) {
    for (const { value, at } of launchCommands(contract)) {
      const found = findUnpinnedPackage(plainCommand(value))
      if (found !== null) yield { message: `The launch command fetches ${found} without a fixed version.`, at }
    }
  }
}

export const POSTURE_MISSING: Rule = {
  ...FACTS,
  owasp: ['MCP07'],
  id: 'GOV-TRANSPORT-004',
  title: 'Each transport has a posture of its own',
  why: 'What protects a server over HTTP says nothing about the same server under stdio, and the other way round.',
  fix: 'Add the section "stdio posture" or "HTTP posture" to transport-and-auth.md.',
  *check({ contract }) {
    if (contract.transport === null) return
    for (const [name, section, title] of [
      ['stdio', contract.transport.stdio, 'stdio'],
      ['streamable-http', contract.transport.http, 'Streamable HTTP']
    ] as const) {
      const at = declaresTransport(contract, name)
      if (at !== null && (section === null || section.size === 0))
        yield { message: `${title} is declared, and its posture is not described.`, at }
    }
  }
}

export const OAUTH_UNDER_STDIO: Rule = {
  ...FACTS,
  owasp: ['MCP01', 'MCP07'],
  id: 'GOV-TRANSPORT-005',
  title: 'OAuth stands under HTTP alone',
  why: 'Under stdio a server takes its credentials from its environment (MCP authorization, "Protocol requirements").',
  fix: 'Move what concerns OAuth to the HTTP posture, and name the environment variables under stdio.',
  *check({ contract }) {
    for (const [label, { value, at }] of contract.transport?.stdio ?? []) {
      const text = `${label} ${value}`.slice(0, 8_192)
      if (
        /\b(?:oauth|pkce|authorization server|bearer token|resource indicator)\b/i.test(text) &&
        !/\b(?:no|not|none|never|only under http|http only)\b/i.test(text)
      ) {
        yield { message: `The row "${label}" describes OAuth under stdio.`, at }
      }
    }
  }
}

export const TRANSPORTS_DISAGREE: Rule = {
  ...FACTS,
  owasp: ['MCP07'],
  id: 'GOV-TRANSPORT-006',
  title: 'Documents name the same transports',
  why: 'A transport that one document leaves out is one whose posture nobody reviewed.',
  fix: 'Declare the transport in both documents, or in neither.',
  *check({ contract }) {
    const { serverSpec, transport } = contract
    if (serverSpec === null || transport === null || serverSpec.transports.length === 0 || transport.transports.length === 0) return
    for (const [here, there] of [
      [serverSpec, transport],
      [transport, serverSpec]
    ] as const) {
      for (const { value, at } of here.transports) {
        if (there.transports.some(other => other.value === value)) continue
        yield {
          message: `${here.file} declares ${value}, and ${there.file} does not.`,
          at,
          related: there.transports.slice(0, 1).map(other => other.at)
        }
      }
    }
  }
}

export const COMMANDS_DISAGREE: Rule = {
  ...FACTS,
  id: 'GOV-TRANSPORT-007',
  title: 'Documents name the same launch command',
  why: 'The command is what a consumer consents to; two of them are one too many.',
  fix: 'Write the same command into both documents.',
  *check({ contract }) {
    const [first, second] = launchCommands(contract)
    // The specification may show the command within a longer block.
    if (first === undefined || second === undefined || plainCommand(first.value).includes(plainCommand(second.value))) return
    yield { message: 'The server specification and the stdio posture name different launch commands.', at: second.at, related: [first.at] }
  }
}

export const CHANNEL_MISSING: Rule = {
  ...FACTS,
  id: 'GOV-TRANSPORT-008',
  title: 'A stdio server names its distribution channel',
  why: 'Where the program comes from is half of what a consumer trusts.',
  fix: 'Fill the row "Distribution channel" of the identity table.',
  *check({ contract }) {
    const spec = contract.serverSpec
    const stdio = declaresTransport(contract, 'stdio')
    if (spec === null || stdio === null) return
    const blank = rowOf(spec.identity, /distribution/i)
    if (blank?.value.includes('[[') === true) return
    if (spec.distributionChannel === null || isFiller(spec.distributionChannel.value)) {
      yield { message: 'The server runs under stdio, and no distribution channel is named.', at: spec.distributionChannel?.at ?? stdio }
    }
  }
}

export const CONSENT_MISSING: Rule = {
  ...FACTS,
  severity: 'warning',
  id: 'GOV-TRANSPORT-009',
  title: 'A stdio server says how people consent to its installation',
  why: 'Hosts install local servers with one click and have to show the command first; a server has to help with that and not work around it.',
  fix: 'Say in transport-and-auth.md, or beside the launch command, what the consent dialog of a host shows.',
  *check({ contract, files }) {
    const stdio = declaresTransport(contract, 'stdio')
    if (stdio === null || contract.transport === null) return
    const said = [contract.transport.file, contract.serverSpec?.file].some(path => path !== undefined && /\bconsent/i.test(files.read(path) ?? ''))
    if (!said) yield { message: 'The server runs under stdio, and nothing is said about consent to its installation.', at: stdio }
  }
}
