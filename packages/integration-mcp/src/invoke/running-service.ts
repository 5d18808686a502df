import type { SchemaValidator } from '@b10x/mcp-foundation/json-schema'
import type { VerifiedKeeper } from '../service/keep-verified.ts'
import type { PreparedService } from '../service/service-parts.ts'

/** A bound service with what its calls share. */
export interface RunningService {
  readonly service: PreparedService
  readonly keeper: VerifiedKeeper
  readonly validator: SchemaValidator
}
