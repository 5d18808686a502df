import type { GovernanceContract } from '../../contract/governance-contract.ts'
import type { SourcePosition } from '../../contract/source-position.ts'
import { readScope } from '../risks/risk-scope.ts'
import { riskOf } from '../risks/risks-registered.ts'
import type { Rule } from '../rule.ts'
import { declaresTransport, rowOf } from '../transport/declared-transports.ts'

const FACTS = { severity: 'error', stop: false, looksAt: 'documents' } as const

/** Where the register says of a risk that it is out of scope, or that what it is about does not happen. */
function deniedRisk(contract: GovernanceContract, id: string, denial: RegExp): SourcePosition | null {
  const risk = riskOf(contract.risks, id)
  if (risk === undefined || risk.mitigation === null || risk.closed) return null
  return readScope(risk.mitigation.value).out || denial.test(risk.mitigation.value) || readScope(risk.status?.value ?? '').out
    ? risk.mitigation.at
    : null
}

export const UPSTREAM_DISAGREES: Rule = {
  ...FACTS,
  owasp: ['MCP01'],
  id: 'GOV-AGREE-007',
  title: 'R-MCP-005 knows the upstream systems',
  why: 'A register that says there is nothing upstream, beside a table of upstream systems, was not updated.',
  fix: 'Say in R-MCP-005 with which credentials the systems are reached.',
  *check({ contract }) {
    const upstream = contract.transport?.upstreams.find(
      ({ system }) => !/^(?:none|n\/a|-|–|—)?$/i.test(system.value) && !system.value.includes('[[')
    )
    const at = deniedRisk(contract, 'R-MCP-005', /\b(?:no|without) upstream|\bcalls? nothing upstream\b/i)
    if (upstream !== undefined && at !== null)
      yield { message: `R-MCP-005 denies upstream systems, and the table names ${upstream.system.value}.`, at, related: [upstream.at] }
  }
}

export const PROXY_DISAGREES: Rule = {
  ...FACTS,
  owasp: ['MCP01', 'MCP07'],
  id: 'GOV-AGREE-008',
  title: 'R-MCP-006 knows the OAuth proxy',
  why: 'The confused deputy is the risk of a proxy. A register that says nothing is brokered was written for another server.',
  fix: 'Say in R-MCP-006 how consent is asked for each client and how redirects are matched.',
  *check({ contract }) {
    const proxy = contract.transport?.oauthProxy ?? null
    const at = deniedRisk(contract, 'R-MCP-006', /\b(?:no|never|not|nothing)\b[^.]{0,40}\b(?:prox(?:y|ied)|broker(?:ed|s)?)\b/i)
    if (proxy?.used?.value === true && at !== null)
      yield { message: 'R-MCP-006 denies an OAuth proxy, and the transport document uses one.', at, related: [proxy.text.at] }
  }
}

export const METADATA_DISAGREES: Rule = {
  ...FACTS,
  owasp: ['MCP05', 'MCP07'],
  id: 'GOV-AGREE-009',
  title: 'Metadata names the own canonical URI',
  why: 'R-MCP-007: metadata under another origin sends clients, and whatever fetches it, somewhere else.',
  fix: 'Serve the protected-resource metadata under the origin of the canonical URI.',
  *check({ contract }) {
    const http = contract.transport?.http ?? null
    const canonical = rowOf(http, /canonical/i)
    const metadata = rowOf(http, /metadata/i)
    if (canonical === null || metadata === null) return
    const own = originOf(canonical.value)
    const other = originOf(metadata.value)
    if (own !== null && other !== null && own !== other)
      yield { message: 'The metadata stands under another origin than the canonical URI.', at: metadata.at, related: [canonical.at] }
  }
}

export const CANONICAL_DISAGREES: Rule = {
  ...FACTS,
  owasp: ['MCP07'],
  id: 'GOV-AGREE-010',
  title: 'Documents name the same canonical URI',
  why: 'Tokens are made for the canonical URI. Two of them are two audiences.',
  fix: 'Write the same canonical URI into the specification and the HTTP posture.',
  *check({ contract }) {
    const spec = rowOf(contract.serverSpec?.identity, /canonical/i)
    const http = rowOf(contract.transport?.http, /canonical/i)
    const [first, second] = [uriOf(spec?.value), uriOf(http?.value)]
    if (spec === null || http === null || first === null || second === null || first === second) return
    yield { message: 'The specification and the HTTP posture name different canonical URIs.', at: http.at, related: [spec.at] }
  }
}

export const SCOPES_DISAGREE: Rule = {
  ...FACTS,
  owasp: ['MCP02'],
  id: 'GOV-AGREE-011',
  title: 'R-MCP-010 knows the scopes',
  why: 'A register that says there are no scopes, beside a table of scopes, was not updated; scopes without a baseline are not minimal.',
  fix: 'Name the baseline in the scope posture, and say in R-MCP-010 how rights are raised.',
  *check({ contract }) {
    const scopes = contract.transport?.scopes
    if (scopes === undefined) return
    const baseline = rowOf(scopes, /baseline|minim/i)
    const at = deniedRisk(contract, 'R-MCP-010', /\b(?:no|without) scopes?\b|\bscopes? (?:are|is) not used\b/i)
    const none = baseline === null || /^(?:none|no|n\/a|-|–|—)\b/i.test(baseline.value)
    if (at !== null && !none) yield { message: 'R-MCP-010 denies scopes, and the scope posture names some.', at, related: [baseline.at] }
    if (scopes.size > 0 && baseline === null && declaresTransport(contract, 'streamable-http') !== null) {
      const first = [...scopes.values()][0]
      if (first !== undefined) yield { message: 'The scope posture names no baseline.', at: first.at }
    }
  }
}

export const LOCAL_DISAGREES: Rule = {
  ...FACTS,
  owasp: ['MCP04', 'MCP05'],
  id: 'GOV-AGREE-012',
  title: 'R-MCP-009 knows the stdio transport',
  why: 'A server that hosts start on the machine of a user can compromise it.',
  fix: 'Say in R-MCP-009 how the program is distributed and what it may do.',
  *check({ contract }) {
    const stdio = declaresTransport(contract, 'stdio')
    const at = deniedRisk(contract, 'R-MCP-009', /\b(?:no stdio|not (?:run|started) locally|remote only|no local server)\b/i)
    if (stdio !== null && at !== null) yield { message: 'R-MCP-009 denies a local server, and stdio is declared.', at, related: [stdio] }
  }
}

function uriOf(text: string | undefined): string | null {
  const found = /https?:\/\/[^\s`<>|"')\]]+/i.exec(text ?? '')?.[0]
  return found === undefined || !URL.canParse(found) ? null : new URL(found).href.replace(/\/$/, '')
}

function originOf(text: string): string | null {
  const uri = uriOf(text)
  return uri === null ? null : new URL(uri).origin
}
