// Everything named here is public API: a change of a line is a change for users.
export { ERROR_CODES } from './error-code.ts'
export type { ErrorCodeEntry, ErrorFamily, ExitClass } from './error-code.ts'
export type {
  AddressFault,
  ArgumentFault,
  EgressBindingFault,
  ErrorCode,
  ErrorDetails,
  JsonFault,
  MetadataFault,
  NameOrigin,
  ResponseFault,
  SchemaViolation,
  UnreachableReason
} from './error-details.ts'
export { GovernedError, hasCode, isGovernedError } from './governed-error.ts'
export type { GovernedErrorJson } from './governed-error.ts'
