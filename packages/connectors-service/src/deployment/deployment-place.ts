import { GovernedError } from '@b10x/ports/errors'

/** `reason` of `deployment_invalid`. docs/formats/service-deployment.md. */
export const DEPLOYMENT_FAULTS = [
  'too_deep',
  'missing_member',
  'not_filled_in',
  'not_an_object',
  'not_a_list',
  'not_a_string',
  'not_a_boolean',
  'empty',
  'too_long',
  'too_many',
  'duplicate',
  'not_a_ref',
  'not_an_operation_ref',
  'not_an_audience',
  'not_a_version',
  'unknown_value',
  'unseen_text'
] as const

export type DeploymentFault = (typeof DEPLOYMENT_FAULTS)[number]

/** A place in a deployment: where a fault is reported. */
export interface Place {
  /** The path as the caller named it. */
  readonly file: string
  /** RFC 6901 pointer. */
  readonly pointer: string
  at(member: string | number): Place
  fault(reason: DeploymentFault, cause?: unknown): GovernedError<'deployment_invalid'>
}

export function deploymentPlace(file: string, pointer: string = ''): Place {
  return {
    file,
    pointer,
    at: (member) => deploymentPlace(file, `${pointer}/${String(member).replaceAll('~', '~0').replaceAll('/', '~1')}`),
    fault: (reason, cause) => new GovernedError('deployment_invalid', { file, pointer, reason }, cause === undefined ? {} : { cause })
  }
}
