// Everything named here is public API: a change of a line is a change for users.
export { createSchemaValidator } from './json-schema/create-schema-validator.ts'
export type { SchemaValidator } from './json-schema/create-schema-validator.ts'
export type { SchemaFault } from './json-schema/schema-index.ts'
export type { RefusalReason, Verdict, Violation } from './json-schema/verdict.ts'
