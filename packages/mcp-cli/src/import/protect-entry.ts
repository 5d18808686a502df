/** Takes the secrets out of one entry. The rules for words are those of the foundation's command evidence, and stricter. */
import type { ServerEntry, TextPairs } from '../target/describe-entry.ts'
import { isCredentialName, isPlainMember, looksSecret } from './looks-secret.ts'
import { isOnlyReferences } from './portable-text.ts'
import { toVariable } from './references.ts'
import type { References } from './references.ts'

/** An authorization scheme is no secret; keeping it lets the variable hold the token alone. */
const SCHEME = /^(Bearer|Basic|Token) +(\S.*)$/is
const PAIR = /^([^=:/\s]+)(=|:\s*)(.*)$/s
const URL_FORM = /^([a-z][a-z0-9+.-]*:\/\/)([^/?#]*)(.*)$/is
const SWITCH = /^-{1,2}(?:no|disable|enable|skip|without)-/
const DEFAULTED = /\$\{([A-Za-z_]\w*):-([^{}]*)\}/g

export function protectEntry(entry: ServerEntry, server: string, references: References): ServerEntry {
  // A variable of env has its name already; the others are named after the server.
  const refer = (name: string, literal: string): string => references.refer(server, toVariable(`${server}_${name}`), literal)
  const scrub = (text: string): string => references.scrub(server, text)
  if (entry.kind === 'http') {
    const headers = protectPairs(entry.headers, refer)
    return { ...entry, headers: headers.map(([name, value]) => [name, scrub(value)]), url: scrub(protectWord(entry.url, 'url', refer)) }
  }
  const env = protectPairs(entry.env, (name, literal) => references.refer(server, name, literal))
  const args = entry.args.map((arg, index) => protectArgument(arg, entry.args[index - 1], refer))
  return {
    ...entry,
    env: env.map(([name, value]) => [name, scrub(value)]),
    command: scrub(protectWord(entry.command, 'command', refer)),
    args: args.map(scrub),
    cwd: entry.cwd === null ? null : scrub(entry.cwd)
  }
}

type Refer = (name: string, literal: string) => string

function protectPairs(pairs: TextPairs, refer: Refer): TextPairs {
  return pairs.map(([name, written]) => {
    const value = dropDefaults(written, name)
    return [name, isPlainMember(name, value) ? value : protectValue(value, name, refer)]
  })
}

/** One literal, or the part of it behind an authorization scheme. */
function protectValue(value: string, name: string, refer: Refer): string {
  if (isOnlyReferences(value.replace(DEFAULTED, ''))) return value
  const [, scheme, rest] = SCHEME.exec(value) ?? []
  if (scheme === undefined || rest === undefined) return refer(name, value)
  return `${scheme} ${isOnlyReferences(rest) ? rest : refer(name, rest)}`
}

/** A default is a literal too: what is not plain goes, the variable stays. */
function dropDefaults(text: string, member: string): string {
  return text.replace(DEFAULTED, (whole, name: string, value: string) =>
    isPlainMember(member, value) && isPlainMember(name, value) ? whole : `\${${name}}`
  )
}

function protectArgument(written: string, before: string | undefined, refer: Refer): string {
  const isOptionValue = before !== undefined && /^-[^=]+$/.test(before) && isCredentialName(before) && !SWITCH.test(before)
  if (isOptionValue && !written.startsWith('-')) return protectValue(dropDefaults(written, before), before.replace(/^-+/, ''), refer)
  const pair = PAIR.exec(written)
  if (pair === null) return protectWord(written, 'argument', refer)
  const [, name = '', mark = '', value = ''] = pair
  const label = name.replace(/^-+/, '')
  if (isCredentialName(name)) return name + mark + protectValue(dropDefaults(value, name), label, refer)
  return mark === '=' ? name + mark + protectWord(value, label, refer) : protectWord(written, label, refer)
}

/** A word that is a credential by its own form, or an address with one in it. */
function protectWord(written: string, name: string, refer: Refer): string {
  const word = dropDefaults(written, '').replace(SCHEME, (whole) => protectValue(whole, name, refer))
  const url = URL_FORM.exec(word)
  if (url === null) return looksSecret(word) ? refer(name, word) : word
  const [, scheme = '', authority = '', rest = ''] = url
  const host = authority.replace(/^(.+)@/s, (_, user: string) => `${isOnlyReferences(user) ? user : refer(`${name}_userinfo`, user)}@`)
  const [, way = '', query = ''] = /^([^?#]*)(.*)$/s.exec(rest) ?? []
  const segments = way.split('/').map((part) => (looksSecret(part) ? refer(`${name}_path`, part) : part))
  const parameters = query.replace(/([?&#;])([^=&#;]+)=([^&#;]*)/g, (whole, mark: string, parameter: string, value: string) =>
    value === '' || isOnlyReferences(value) || isPlainMember(parameter, value) ? whole : `${mark}${parameter}=${refer(`${name}_${parameter}`, value)}`
  )
  return scheme + host + segments.join('/') + parameters
}
