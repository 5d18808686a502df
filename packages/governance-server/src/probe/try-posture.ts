import type { GovernanceContract, SourcePosition } from '@b10x/governance-rules'
import type { HeaderList } from '@b10x/mcp-foundation'
import type { Target } from '../cli/invocation.ts'
import type { Observer } from './observation.ts'
import type { RawAnswer, RawAsker } from './raw-ask.ts'

const FOREIGN = 'https://foreign.example'

export interface Posture {
  readonly target: Target
  readonly bearer: string | null
  readonly contract: GovernanceContract
  /** Somebody said that this server may be asked what it has to refuse. Loopback may be in any case. */
  readonly active: boolean
}

/** Asks what a server over HTTP has to refuse: foreign pages and names, callers without a token, tokens in the address. */
export async function tryPosture({ target, bearer, contract, active }: Posture, asker: RawAsker, observer: Observer): Promise<void> {
  const rules = ['GOV-PROBE-014', 'GOV-PROBE-015', 'GOV-PROBE-016', 'GOV-PROBE-017']
  if (target.kind !== 'http') return skip(rules, 'The server is not reached over HTTP.', observer)
  if (!active && !isLoopback(target.url)) return skip(rules, 'Only --active asks a server elsewhere what it has to refuse.', observer)
  const credential: HeaderList = bearer === null ? [] : [['authorization', `Bearer ${bearer}`]]

  // A refusal says something only of a server that answers the same message without what is foreign.
  const control = await asker.ask(target.url, credential)
  const answers = control !== null && control.status < 400
  judge('GOV-PROBE-014', await asker.ask(target.url, [...credential, ['origin', FOREIGN]]), answers, 'A foreign Origin', observer)
  if (target.url.startsWith('http:')) judge('GOV-PROBE-015', await asker.ask(target.url, [...credential, ['host', 'foreign.example']]), answers, 'A foreign Host', observer)
  else observer.say('GOV-PROBE-015', 'not_applicable', 'Behind TLS the certificate decides about names.')

  const at = authorizationPromised(contract)
  if (at === null) return skip(['GOV-PROBE-016', 'GOV-PROBE-017'], 'No document promises authorization over HTTP.', observer)
  const nobody = await asker.ask(target.url, [])
  judge('GOV-PROBE-016', nobody, answers || nobody?.status === 401, 'A caller without a token', observer, at)
  if (bearer === null) observer.say('GOV-PROBE-017', 'unproven', 'No token was named that could be put into the address.', at)
  else judge('GOV-PROBE-017', await asker.ask(withToken(target.url, bearer), []), answers, 'A token in the address', observer, at)
}

function judge(ruleId: string, answer: RawAnswer | null, answers: boolean, who: string, observer: Observer, at: SourcePosition | null = null): void {
  if (answer === null) observer.say(ruleId, 'unproven', `${who} gets no answer at all, which is no refusal.`, at)
  else if (answer.status < 400) observer.say(ruleId, 'fail', `${who} is answered with ${answer.status}.`, at)
  else if (answer.status >= 500 || !answers) observer.say(ruleId, 'unproven', `${who} is answered with ${answer.status}, as others may be.`, at)
  else observer.say(ruleId, 'pass', `${who} is refused with ${answer.status}.`, at)
}

function skip(rules: readonly string[], why: string, observer: Observer): void {
  for (const id of rules) observer.say(id, 'not_applicable', why)
}

/** Where the HTTP posture names who issues tokens. */
function authorizationPromised({ transport }: GovernanceContract): SourcePosition | null {
  for (const [label, { value, at }] of transport?.http ?? []) {
    if (/authori[sz]ation server/i.test(label) && value !== '' && !/^(?:none|n\/a|no)\b/i.test(value)) return at
  }
  return null
}

function withToken(url: string, token: string): string {
  const address = new URL(url)
  address.searchParams.set('access_token', token)
  return address.href
}

function isLoopback(url: string): boolean {
  const { hostname } = new URL(url)
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname)
}
