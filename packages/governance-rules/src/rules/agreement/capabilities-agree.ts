import { joinPatterns } from '../../companion/join-patterns.ts'
import type { CapabilitySection } from '../../contract/governance-documents.ts'
import type { GovernanceContract } from '../../contract/governance-contract.ts'
import type { Sourced } from '../../contract/source-position.ts'
import type { Rule } from '../rule.ts'
import { rowOf } from '../transport/declared-transports.ts'
import { isFiller } from '../words.ts'

const FACTS = { severity: 'error', stop: false, looksAt: 'documents', owasp: ['MCP03'] } as const

function serverSections(contract: GovernanceContract): readonly CapabilitySection[] {
  return contract.capabilities?.sections.filter(({ side }) => side === 'server') ?? []
}

/** `listChanged` of a capability as the block of the specification says; undefined where the capability is not in it. */
function declaredListChanged(contract: GovernanceContract, capability: string): boolean | undefined {
  const block = contract.serverSpec?.capabilities?.value
  if (block === undefined || !Object.hasOwn(block, capability)) return undefined
  const member = block[capability]
  return typeof member === 'object' && member !== null && (member as { listChanged?: unknown }).listChanged === true
}

export const CAPABILITIES_DISAGREE: Rule = {
  ...FACTS,
  id: 'GOV-AGREE-004',
  title: 'The specification and the capability schema declare the same',
  why: 'Clients act on what is declared. Two documents that differ describe two servers.',
  fix: 'Declare the capability, and `listChanged`, in both documents as the server does on the wire.',
  *check({ contract }) {
    const block = contract.serverSpec?.capabilities ?? null
    const sections = serverSections(contract)
    if (block === null || contract.capabilities === null) return
    for (const { capability, declared, listChanged, at } of sections) {
      const name = capability.value
      if (declared === null) continue
      const there = Object.hasOwn(block.value, name)
      if (declared.value !== there) {
        yield {
          message: `The capability ${name} is ${there ? '' : 'not '}in the specification and ${declared.value ? '' : 'not '}declared in the schema.`,
          at: declared.at,
          related: [block.at]
        }
      } else if (there && listChanged !== null && (declaredListChanged(contract, name) ?? false) !== listChanged.value) {
        yield { message: `The documents say different things about listChanged of ${name}.`, at: listChanged.at, related: [block.at, at] }
      }
    }
    for (const name of Object.keys(block.value)) {
      if (name === 'experimental' || name === 'extensions' || sections.some(({ capability }) => capability.value === name)) continue
      yield { message: `The specification declares the capability ${name}, and the schema has no section on it.`, at: block.at }
    }
  }
}

export const DYNAMIC_TOOLS_DISAGREE: Rule = {
  ...FACTS,
  id: 'GOV-AGREE-005',
  title: 'The registry and the capability schema agree on dynamic tools',
  why: 'Whether the list of tools changes decides whether a consumer may keep it.',
  fix: 'Say the same about `listChanged` in the registry, the schema and the specification.',
  *check({ contract }) {
    const dynamic = contract.registry?.dynamicTools?.listChanged ?? null
    const schema = serverSections(contract).find(({ capability }) => capability.value === 'tools')?.listChanged ?? null
    const spec = declaredListChanged(contract, 'tools')
    if (dynamic === null) return
    if (schema !== null ? schema.value !== dynamic.value : spec !== undefined && spec !== dynamic.value) {
      const related = schema?.at ?? contract.serverSpec?.capabilities?.at
      yield {
        message: `The registry says that listChanged is ${dynamic.value ? '' : 'not '}declared, another document says otherwise.`,
        at: dynamic.at,
        related: related === undefined ? [] : [related]
      }
    }
  }
}

const NEVER = /^(?:none|no|never|not|n\/a|-|–|—)\b|^[-–—]?$/i
const AT_RUN_TIME = joinPatterns(
  [
    /\b(?:at run[- ]?time|while (?:it )?run(?:s|ning)|dynamic(?:ally)?|hot[- ]reload\w*)/,
    /\b(?:per (?:user|session|tenant|connection)|after (?:login|sign[- ]?in|initiali[sz]e))/,
    /\bplug[- ]?ins? (?:load|are (?:loaded|added))/
  ],
  'i'
)

export const LIST_CHANGED_HONEST: Rule = {
  ...FACTS,
  id: 'GOV-AGREE-006',
  title: '`listChanged` is honest',
  why: 'Declared and never sent, it misleads; a list that grows without it leaves every consumer with a stale one.',
  fix: 'Declare `listChanged` and say when the list changes and what is sent; or do not declare it and keep the list fixed.',
  *check({ contract }) {
    for (const { capability, listChanged, whenListChanges, fields, at } of serverSections(contract)) {
      if (listChanged === null) continue
      const name = capability.value
      const when: Sourced<string> | null = whenListChanges
      const sent = rowOf(fields, /notif/i)
      if (listChanged.value) {
        if (when === null || isFiller(when.value) || NEVER.test(when.value))
          yield {
            message: `listChanged of ${name} is declared, and the list never changes.`,
            at: when?.at ?? listChanged.at,
            related: [at]
          }
        else if (sent !== null && NEVER.test(sent.value))
          yield { message: `listChanged of ${name} is declared, and no notification is sent.`, at: sent.at, related: [listChanged.at] }
      } else if (when !== null && AT_RUN_TIME.test(when.value) && !/\b(?:no|not|never|nothing)\b/i.test(when.value)) {
        yield {
          message: `The list of ${name} changes while the server runs, and listChanged is not declared.`,
          at: when.at,
          related: [listChanged.at]
        }
      }
    }
  }
}
