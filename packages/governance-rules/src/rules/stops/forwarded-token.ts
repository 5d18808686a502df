import { joinPatterns } from '../../companion/join-patterns.ts'

const TOKEN = /\b(?:bearer|tokens?|authorization(?: header)?|jwt)\b/.source
const CLIENT = /\b(?:client|caller|user|consumer|requester|inbound|incoming|received|same|original)(?:['’]s|s['’]?)?\b/.source
const CLIENT_TOKEN = joinPatterns(
  [
    new RegExp(`${CLIENT}[^.;]{0,30}${TOKEN}`),
    /\bpass(?:es|ed)?[ -]?through\b/,
    new RegExp(`\\bforward(?:s|ed|ing)?\\b[^.;]{0,40}${TOKEN}`),
    new RegExp(`${TOKEN}[^.;]{0,40}\\b(?:is|are|gets?) (?:forwarded|passed on|relayed)\\b`)
  ],
  'i'
)

/** Whether a cell on the credentials for an upstream system says that it is the token of the client. */
export function namesClientToken(text: string): boolean {
  const said = text.slice(0, 4_096).replace(/\bclient[ -]credentials?\b/gi, '')
  if (/\b(?:no|not|never|without|instead of|exchang\w*|rfc ?8693|on[- ]behalf)\b/i.test(said)) return false
  return CLIENT_TOKEN.test(said)
}

/** A value that holds the credential of the request that came in. */
const REQUEST = String.raw`(?:req|request|inbound|incoming|ctx|context|extra|c)\w*\??\.(?:\w+\??\.){0,3}`
const CREDENTIAL = String.raw`(?:headers?(?:\??\.|\[["']|\??\.get\(["'])authorization|authInfo[!?]?\.token)`
const NAMED = String.raw`(?:inbound|incoming|client|caller)_?(?:Bearer|Access)?_?Token\b`
const INBOUND = String.raw`(?:\w+(?:\??\.|\.get\())*?(?:${REQUEST}${CREDENTIAL}|authInfo[!?]?\.token|${NAMED})`
/** The places of an outgoing request into which it must not go. */
const FORWARDS: readonly RegExp[] = [
  new RegExp(String.raw`(?<![\w.])["']?authorization["']?\s*:\s*(?:f?["'\`]Bearer\s*\$?\{\s*)?${INBOUND}`, 'i'),
  new RegExp(String.raw`\.(?:set|append|header)\(\s*["']authorization["']\s*,\s*(?:f?["'\`]Bearer\s*\$?\{\s*)?${INBOUND}`, 'i'),
  new RegExp(String.raw`\[["']authorization["']\]\s*=\s*(?:f?["'\`]Bearer\s*\$?\{\s*)?${INBOUND}`, 'i'),
  new RegExp(String.raw`["'\`]Bearer\s*\$?\{\s*${INBOUND}`, 'i'),
  new RegExp(String.raw`["']Bearer\s*["']\s*\+\s*${INBOUND}`, 'i')
]

/**
 * Where a line of code puts the credential of an inbound request into another request, from 0; -1 where it does not.
 * Careful: it knows the spellings of the official SDKs and common frameworks, and lets lines pass that check the token.
 */
export function findForwardedToken(line: string): number {
  const text = line.slice(0, 2_048)
  if (/\b(?:verify|validate|introspect|authenticate|exchange|jwtVerify|expect|assert)\w*\s*\(/i.test(text)) return -1
  for (const pattern of FORWARDS) {
    const found = pattern.exec(text)
    if (found !== null) return found.index
  }
  return -1
}
