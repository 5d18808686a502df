import { joinPatterns } from '../../companion/join-patterns.ts'
import type { TransportAndAuth } from '../../contract/governance-documents.ts'
import type { Sourced } from '../../contract/source-position.ts'
import type { Rule, RuleInput, RuleReport } from '../rule.ts'
import { declaresTransport, rowOf } from '../transport/declared-transports.ts'
import { isFiller } from '../words.ts'

const FACTS = { severity: 'error', stop: false, looksAt: 'documents', owasp: ['MCP07'] } as const
const DENIED = /^(?:no|not|none|never|false|optional|off|disabled|skipped|n\/a|plain)\b/i

/** The HTTP posture, where Streamable HTTP is declared and described; a server without authorization at all says so. */
function posture(input: RuleInput): { readonly document: TransportAndAuth; readonly rows: ReadonlyMap<string, Sourced<string>> } | null {
  const document = input.contract.transport
  if (document === null || document.http === null || document.http.size === 0 || !declaresTransport(input.contract, 'streamable-http'))
    return null
  const servers = rowOf(document.http, /authorization server/i)
  return servers !== null && /^none\b.{10,}/i.test(servers.value) ? null : { document, rows: document.http }
}

function* demand(input: RuleInput, heading: RegExp, holds: (value: string) => boolean, message: string): Iterable<RuleReport> {
  const found = posture(input)
  if (found === null) return
  const cell = rowOf(found.rows, heading)
  if (cell !== null && cell.value.includes('[[')) return
  if (cell === null || isFiller(cell.value) || !holds(cell.value)) {
    const first = [...found.rows.values()][0]
    yield { message, at: cell?.at ?? first?.at ?? { file: found.document.file, line: 1, column: 1 } }
  }
}

export const PKCE: Rule = {
  ...FACTS,
  id: 'GOV-AUTH-001',
  title: 'PKCE with S256 is demanded',
  why: 'MCP authorization is OAuth 2.1, which demands PKCE; without it a code that leaks is a token.',
  fix: 'Demand PKCE with S256 and write it into the row "PKCE".',
  check: input =>
    demand(
      input,
      /pkce/i,
      value => !DENIED.test(value) && !/\bplain\b(?!.*\b(?:refused|rejected|not)\b)/i.test(value),
      'The HTTP posture does not demand PKCE with S256.'
    )
}

export const RESOURCE: Rule = {
  ...FACTS,
  id: 'GOV-AUTH-002',
  title: 'The resource parameter is demanded',
  why: 'RFC 8707 ties a token to this server; without it a token for another server fits as well.',
  fix: 'Demand the parameter `resource` and write it into the row "Resource parameter".',
  check: input =>
    demand(
      input,
      /resource (?:parameter|indicator)|8707/i,
      value => !DENIED.test(value),
      'The HTTP posture does not demand the resource parameter.'
    )
}

export const AUDIENCE: Rule = {
  ...FACTS,
  id: 'GOV-AUTH-003',
  title: 'The audience of every token is validated',
  why: 'A server that takes tokens made for others is the confused deputy of all of them.',
  fix: 'Refuse tokens whose audience is not this server, and say so in the row "Audience".',
  check: input => demand(input, /audience/i, value => !DENIED.test(value), 'The HTTP posture does not validate the audience of tokens.')
}

export const WILDCARD_SCOPE: Rule = {
  ...FACTS,
  owasp: ['MCP02'],
  id: 'GOV-AUTH-004',
  title: 'No scope is a wildcard',
  why: 'A scope that covers everything cannot be raised step by step, and a stolen token has all of it.',
  fix: 'Name the scopes one by one: a small baseline, the rest by challenge.',
  *check({ contract }) {
    for (const [label, cell] of contract.transport?.scopes ?? []) {
      const { at } = cell
      const value = cell.value.slice(0, 4_096)
      const denial = /wildcard/i.test(label) && /^(?:none|no|never|not|must not|forbidden|refused|prohibited)\b/i.test(value)
      const allowed = /wildcard/i.test(label) && /^(?:yes|allowed|used|some)\b/i.test(value)
      if (!denial && (allowed || /(?:^|[\s,;`:"'(])[\w.:/-]*\*(?=$|[\s,;`"')])|\b(?:full[_-]access|all[_-]access)\b/i.test(value))) {
        yield { message: `The row "${label}" of the scope posture has a wildcard.`, at }
      }
    }
  }
}

export const PASSTHROUGH_STATED: Rule = {
  ...FACTS,
  owasp: ['MCP01'],
  id: 'GOV-AUTH-005',
  title: 'Every upstream system has credentials of the server',
  why: 'A row without credentials leaves open whether the token of the client is what is sent.',
  fix: 'Name the credentials with which the server reaches the system.',
  *check({ contract }) {
    for (const { system, credentials, at } of contract.transport?.upstreams ?? []) {
      if (/^(?:none|n\/a|-|–|—)?$/i.test(system.value) || credentials?.value.includes('[[') === true) continue
      if (credentials === null || isFiller(credentials.value)) {
        yield { message: `No credentials of the server are named for the upstream system ${system.value}.`, at: credentials?.at ?? at }
      }
    }
  }
}

const SESSION_PROVES = joinPatterns(
  [
    /\bsession(?:s| ids?)?\b[^.;]{0,60}\b(?:authenticates?|identif(?:y|ies) the (?:user|caller|client))\b/,
    /\bsession(?:s| ids?)?\b[^.;]{0,60}\b(?:replaces? the token|instead of (?:a|the) token)\b/,
    /\bauthenticat\w+ (?:by|through|with|via) (?:the |a |its )?session/
  ],
  'i'
)

export const SESSION_AUTHENTICATES: Rule = {
  ...FACTS,
  id: 'GOV-AUTH-006',
  title: 'No session authenticates',
  why: 'MCP forbids it: a session id that proves who calls is a credential that nobody protects.',
  fix: 'Demand a token on every request, whether or not there is a session.',
  *check({ contract }) {
    const sessions = contract.transport?.sessions ?? null
    if (sessions === null) return
    const sentences = sessions.value.slice(0, 8_192).split(/(?<=[.;!?])\s+|\n/)
    if (sentences.some(part => SESSION_PROVES.test(part) && !/\b(?:no|not|never|none|without|nothing)\b/i.test(part))) {
      yield { message: 'The session posture lets a session authenticate.', at: sessions.at }
    }
  }
}
