import type { JsonObject, ToolEffect } from '@b10x/ports'
import type { ToolContext } from './tool-context.ts'

export interface ToolMetadata {
  /** What calling it does. A tool that does not say so is not served. */
  readonly effect: ToolEffect
  /** A statement; `governTool` sets it. By itself it makes nothing governed. */
  readonly governed?: boolean
  /** Its results hold text from outside this host: they are marked as untrusted, and say so to models. Default false. */
  readonly returnsExternalContent?: boolean
}

/** A tool of the host. */
export interface ToolDefinition {
  /** `[A-Za-z0-9_-]{1,64}`. */
  readonly name: string
  readonly title?: string
  readonly description: string
  /** JSON Schema of the arguments, of type object. They are held to it before `execute` sees them. */
  readonly inputSchema: JsonObject
  readonly metadata: ToolMetadata
  /**
   * A text, a JSON value, or a result of MCP: `{ content, structuredContent?, isError? }`. What it throws is not shown to
   * the caller.
   */
  readonly execute: (input: JsonObject, context: ToolContext) => unknown
}

/** A frozen copy: what is changed in the given object later changes nothing. Judged when a server starts with it. */
export function defineTool(tool: ToolDefinition): ToolDefinition {
  return Object.freeze({ ...tool, metadata: Object.freeze({ ...tool.metadata }) })
}
