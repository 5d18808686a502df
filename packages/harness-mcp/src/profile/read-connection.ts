import type { JsonValue } from '@b10x/mcp-foundation'
import type { Place } from './profile-place.ts'
import { readBoolean, readChoice, readList, readMembers, readObject, readPattern, readSet, readText } from './read-value.ts'
import { holdsSecretAddress, refuseSecretArguments } from './refuse-secrets.ts'
import type { HttpConnection, ProfileConnection, StdioConnection } from './run-profile.ts'

const VARIABLE = /^[A-Za-z_][A-Za-z0-9_]{0,127}$/
const HEADER = /^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,128}$/
const MAX_ARGUMENT_LENGTH = 4096

/**
 * How the server of a profile is reached.
 * @throws GovernedError `profile_invalid`
 */
export function readConnection(value: JsonValue, place: Place): ProfileConnection {
  const { transport = null } = readObject(value, place)
  if (transport === null) throw place.at('transport').fault('missing_member')
  const kind = readChoice(transport, place.at('transport'), ['stdio', 'streamable-http', 'sse'])
  return kind === 'stdio' ? readStdio(value, place) : readHttp(value, place, kind)
}

function readStdio(value: JsonValue, place: Place): StdioConnection {
  const members = readMembers(value, place, ['transport', 'command'], ['env', 'cwd'])
  return {
    transport: 'stdio',
    command: members.read('command', readCommand),
    env: members.readOptional('env', (list, at) => readSet(list, at, readVariable), []),
    cwd: members.readOptional('cwd', readPath, null)
  }
}

function readCommand(value: JsonValue, place: Place): readonly [string, ...string[]] {
  const words = readList(value, place, (word, at) => {
    if (typeof word !== 'string') throw at.fault('not_a_string')
    if (word.length > MAX_ARGUMENT_LENGTH) throw at.fault('too_long')
    return word
  })
  const [program, ...args] = words
  if (program === undefined) throw place.fault('empty')
  if (program === '') throw place.at(0).fault('empty')
  refuseSecretArguments(words, place)
  return [program, ...args]
}

function readHttp(value: JsonValue, place: Place, transport: HttpConnection['transport']): HttpConnection {
  const members = readMembers(value, place, ['transport', 'url'], ['bearerEnv', 'headersEnv', 'allowInsecure'])
  const bearerEnv = members.readOptional('bearerEnv', readVariable, null)
  const headersEnv = members.readOptional('headersEnv', readHeaders, {})
  if (bearerEnv !== null && Object.hasOwn(headersEnv, 'authorization')) throw place.at('headersEnv').at('authorization').fault('duplicate')
  const allowInsecure = members.readOptional('allowInsecure', readBoolean, false)
  return { transport, url: members.read('url', (url, at) => readAddress(url, at, allowInsecure)), bearerEnv, headersEnv, allowInsecure }
}

/** What the foundation refuses as `endpoint_invalid`, here with its place in the file. */
function readAddress(value: JsonValue, place: Place, allowInsecure: boolean): string {
  const text = readText(value, place, MAX_ARGUMENT_LENGTH)
  if (!URL.canParse(text)) throw place.fault('not_an_address')
  if (holdsSecretAddress(text)) throw place.fault('looks_secret')
  const { protocol, hostname, href } = new URL(text)
  if ((protocol !== 'https:' && protocol !== 'http:') || href.includes('#')) throw place.fault('not_an_address')
  const isLoopback = hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname)
  if (protocol === 'http:' && !isLoopback && !allowInsecure) throw place.fault('insecure')
  return text
}

function readHeaders(value: JsonValue, place: Place): Readonly<Record<string, string>> {
  const headers = Object.create(null) as Record<string, string>
  for (const [name, variable] of Object.entries(readObject(value, place))) {
    const at = place.at(name)
    if (!HEADER.test(name)) throw at.fault('not_a_header')
    if (Object.hasOwn(headers, name.toLowerCase())) throw at.fault('duplicate')
    headers[name.toLowerCase()] = readVariable(variable, at)
  }
  return headers
}

function readVariable(value: JsonValue, place: Place): string {
  return readPattern(value, place, VARIABLE, 'not_a_variable')
}

/** Without NUL and not empty; whether it is there shows when it is used. */
export function readPath(value: JsonValue, place: Place): string {
  const text = readText(value, place, MAX_ARGUMENT_LENGTH)
  if (text.includes('\0')) throw place.fault('not_a_path')
  return text
}
