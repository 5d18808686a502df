import { GovernedError } from '@b10x/ports/errors'

/** `reason` of `profile_invalid`, beside those of `snapshot_invalid` below `/snapshot`. docs/formats/service-profile.md. */
export const SERVICE_PROFILE_FAULTS = [
  'not_utf8',
  'byte_order_mark',
  'syntax',
  'duplicate_member',
  'number_length',
  'too_deep',
  'missing_member',
  'not_filled_in',
  'not_an_object',
  'not_a_string',
  'empty',
  'too_long',
  'not_a_ref',
  'not_an_operation_ref',
  'not_a_version',
  'not_a_git_revision',
  'not_an_address',
  'unknown_value',
  'unseen_text',
  'not_http'
] as const

export type ServiceProfileFault = (typeof SERVICE_PROFILE_FAULTS)[number]

/** A place in a profile: where a fault is reported. */
export interface Place {
  /** The path as the caller named it. */
  readonly file: string
  /** RFC 6901 pointer. */
  readonly pointer: string
  at(member: string | number): Place
  fault(reason: ServiceProfileFault, cause?: unknown): GovernedError<'profile_invalid'>
}

export function profilePlace(file: string, pointer: string = ''): Place {
  return {
    file,
    pointer,
    at: (member) => profilePlace(file, `${pointer}/${String(member).replaceAll('~', '~0').replaceAll('/', '~1')}`),
    fault: (reason, cause) => new GovernedError('profile_invalid', { file, pointer, reason }, cause === undefined ? {} : { cause })
  }
}
