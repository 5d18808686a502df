import { BOUND_CEILINGS } from '@b10x/mcp-foundation'
import type { JsonValue } from '@b10x/mcp-foundation'
import { TOOL_EFFECTS } from '@b10x/ports'
import type { Place } from './profile-place.ts'
import { readChoice, readCount, readMembers, readObject, readPattern, readText } from './read-value.ts'
import { ACCESSES, IDEMPOTENCIES, RISKS } from './run-profile.ts'
import type { MappedTool, TierStatement } from './run-profile.ts'

/** What a model may be shown as the name of a tool; providers of models agree on no more than this. */
const PUBLISHED_NAME = /^[A-Za-z0-9_-]{1,64}$/

/** In UTF-16 units. */
const MAX_DESCRIPTION_LENGTH = 4096
const MAX_TITLE_LENGTH = 256
const MAX_RATIONALE_LENGTH = 512
const MAX_REMOTE_NAME_LENGTH = 4096

const REQUIRED = ['remote', 'name', 'description', 'effect', 'risk', 'idempotency', 'access'] as const
const OPTIONAL = ['title', 'parameters', 'tier', 'deadlineMs', 'maxResultBytes'] as const

/**
 * One entry of `tools`.
 * @throws GovernedError `profile_invalid`
 */
export function readMappedTool(value: JsonValue, place: Place): MappedTool {
  const members = readMembers(value, place, REQUIRED, OPTIONAL)
  return {
    remote: members.read('remote', (name, at) => readText(name, at, MAX_REMOTE_NAME_LENGTH)),
    name: members.read('name', (name, at) => readPattern(name, at, PUBLISHED_NAME, 'not_a_tool_name')),
    title: members.readOptional('title', (text, at) => readText(text, at, MAX_TITLE_LENGTH), null),
    description: members.read('description', readDescription),
    parameters: members.readOptional('parameters', readParameters, {}),
    effect: members.read('effect', (word, at) => readChoice(word, at, TOOL_EFFECTS)),
    risk: members.read('risk', (word, at) => readChoice(word, at, RISKS)),
    idempotency: members.read('idempotency', (word, at) => readChoice(word, at, IDEMPOTENCIES)),
    access: members.read('access', (word, at) => readChoice(word, at, ACCESSES)),
    tier: members.readOptional('tier', readTier, null),
    deadlineMs: members.readOptional('deadlineMs', (count, at) => readCount(count, at, BOUND_CEILINGS.callDeadlineMs), null),
    maxResultBytes: members.readOptional('maxResultBytes', (count, at) => readCount(count, at, BOUND_CEILINGS.maxResultBytes), null)
  }
}

function readDescription(value: JsonValue, place: Place): string {
  return readText(value, place, MAX_DESCRIPTION_LENGTH)
}

function readParameters(value: JsonValue, place: Place): Readonly<Record<string, string>> {
  // Without a prototype: an argument may be called `__proto__`.
  const texts = Object.create(null) as Record<string, string>
  for (const [name, text] of Object.entries(readObject(value, place))) texts[name] = readDescription(text, place.at(name))
  return texts
}

function readTier(value: JsonValue, place: Place): TierStatement {
  const members = readMembers(value, place, ['level', 'rationale'])
  return {
    level: members.read('level', readLevel),
    rationale: members.read('rationale', (text, at) => readText(text, at, MAX_RATIONALE_LENGTH))
  }
}

function readLevel(value: JsonValue, place: Place): TierStatement['level'] {
  const level = ([0, 1, 2, 3, 4, 5] as const).find((known) => known === value)
  if (level === undefined) throw place.fault('unknown_value')
  return level
}
