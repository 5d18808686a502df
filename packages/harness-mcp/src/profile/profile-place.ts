import { GovernedError } from '@b10x/ports/errors'

/** What can be wrong at a place of a profile: `reason` of `profile_invalid`. docs/formats/run-profile.md says what each means. */
export const PROFILE_FAULTS = [
  'unreadable',
  'too_large',
  'not_utf8',
  'byte_order_mark',
  'syntax',
  'duplicate_member',
  'number_length',
  'too_deep',
  'unknown_format',
  'unknown_member',
  'missing_member',
  'not_filled_in',
  'not_an_object',
  'not_an_array',
  'not_a_string',
  'not_a_boolean',
  'not_a_count',
  'empty',
  'too_long',
  'not_a_name',
  'not_a_tool_name',
  'not_a_version',
  'not_a_git_revision',
  'not_a_digest',
  'not_a_revision',
  'not_a_path',
  'not_an_address',
  'insecure',
  'not_a_header',
  'not_a_variable',
  'not_a_glob',
  'unknown_value',
  'over_ceiling',
  'duplicate',
  'looks_secret',
  'unseen_text',
  'tier_below_effect',
  'tier_below_name',
  'rationale_copied',
  'matches_nothing',
  'not_in_snapshot',
  'not_an_argument',
  'not_of_the_snapshot'
] as const

export type ProfileFault = (typeof PROFILE_FAULTS)[number]

/** A place in a profile file: where a fault is reported. */
export interface Place {
  /** RFC 6901 pointer. */
  readonly pointer: string
  at(member: string | number): Place
  fault(reason: ProfileFault, cause?: unknown): GovernedError<'profile_invalid'>
}

/** @param file the path as the caller named it: it appears in errors */
export function profilePlace(file: string, pointer: string = ''): Place {
  return {
    pointer,
    at: (member) => profilePlace(file, `${pointer}/${escapePointer(String(member))}`),
    fault: (reason, cause) => new GovernedError('profile_invalid', { file, pointer, reason }, cause === undefined ? {} : { cause })
  }
}

export function escapePointer(member: string): string {
  return member.replaceAll('~', '~0').replaceAll('/', '~1')
}
