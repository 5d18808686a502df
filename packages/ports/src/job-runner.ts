import type { CallContext } from './call-context.ts'
import type { JsonObject, JsonValue } from './json-value.ts'

/** One run of a finite job. */
export interface JobRequest {
  readonly job: string
  readonly input: JsonObject
}

/** Runs finite jobs: in this process, in a queue, in a workflow engine. */
export interface JobRunner {
  /** Resolves with the output of the job. Actor, tenant and run of the context belong to the run. */
  run(request: JobRequest, context: CallContext): Promise<JsonValue>
}
