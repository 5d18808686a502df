import { createHash } from 'node:crypto'
import type { AuditRecord, AuditSink, CallContext, JsonObject, ToolPort, ToolResult } from '@b10x/ports'
import { defineTool } from '../define/define-tool.ts'
import type { ToolDefinition, ToolMetadata } from '../define/define-tool.ts'
import { createHarnessPort } from '../start/create-harness-port.ts'
import type { HarnessOptions } from '../start/server-options.ts'

/** A digest as the server in front would hand it over. */
export const digestOf = (input: JsonObject): string => `sha256:${createHash('sha256').update(JSON.stringify(input)).digest('hex')}`

export interface CountedTool {
  readonly tool: ToolDefinition
  /** How often it really ran. */
  runs(): number
}

/** A tool that counts its runs. */
export function countedTool(name: string, metadata: ToolMetadata, execute: ToolDefinition['execute'] = () => 'done'): CountedTool {
  let count = 0
  const tool = defineTool({
    name,
    description: `Does ${name}.`,
    inputSchema: { type: 'object' },
    metadata,
    execute: (input, context) => {
      count += 1
      return execute(input, context)
    }
  })
  return { tool, runs: () => count }
}

/** Rows in memory. */
export function recordingAudit(): AuditSink & { readonly rows: AuditRecord[]; events(): readonly string[] } {
  const rows: AuditRecord[] = []
  return { rows, record: (row) => void rows.push(row), events: () => rows.map(({ event }) => event) }
}

export interface Served {
  readonly port: ToolPort
  call(name: string, input?: JsonObject, context?: CallContext): Promise<ToolResult>
}

/** The served tools without a wire: what the server in front hands over is made here. */
export function serve(harness: HarnessOptions, who: CallContext = { actor: 'user:alice', tenantId: 'acme' }): Served {
  const port = createHarnessPort(harness)
  return { port, call: (name, input = {}, context = {}) => port.callTool(name, input, { toolCallId: '7', inputDigest: digestOf(input), ...who, ...context }) }
}
