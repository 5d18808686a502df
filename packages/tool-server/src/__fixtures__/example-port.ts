import { ExactNumber } from '@b10x/mcp-foundation'
import type { CallContext, JsonObject, JsonValue, PublishedTool, ToolPort, ToolResult } from '@b10x/ports'
import { GovernedError } from '@b10x/ports/errors'

type Run = (args: JsonObject, context: CallContext) => JsonValue[] | Partial<ToolResult> | Promise<JsonValue[] | Partial<ToolResult>>

export interface ExampleTool extends Partial<PublishedTool> {
  readonly run?: Run
}

const ANY_OBJECT: JsonObject = { type: 'object' }
export const text = (value: string): JsonObject => ({ type: 'text', text: value })

/** What `wait` waits for, and what it saw. */
export interface Waiting {
  readonly started: Promise<CallContext>
  readonly aborted: Promise<unknown>
  finish(): void
}

/** A port over plain functions that counts what it is asked. */
export function portOf(tools: Readonly<Record<string, ExampleTool>>): ToolPort & { readonly calls: { readonly name: string; readonly args: JsonObject; readonly context: CallContext }[] } {
  const calls: { readonly name: string; readonly args: JsonObject; readonly context: CallContext }[] = []
  return {
    calls,
    tools: Object.entries(tools).map(([name, { run: _run, ...tool }]) => ({ name, description: `The tool ${name}.`, inputSchema: ANY_OBJECT, effect: 'read', prose: 'local', source: 'example', ...tool })),
    async callTool(name, args, context = {}) {
      calls.push({ name, args, context })
      const given = (await tools[name]?.run?.(args, context)) ?? [text('done')]
      const result = Array.isArray(given) ? { content: given as JsonValue[] } : (given as Partial<ToolResult>)
      return { isError: false, content: [], provenance: { source: 'example', tool: name, trust: 'local' }, toModelText: () => '', ...result }
    },
    decide: async () => ({ decision: 'allow', policyVersion: '1' })
  }
}

export const SECRET = 'sk-canary-0123456789'

/** One tool for each thing that a result or a call can be. */
export const EXAMPLES: Readonly<Record<string, ExampleTool>> = {
  echo: {
    title: 'Echo',
    inputSchema: { type: 'object', properties: { text: { type: 'string' }, count: { type: 'integer', minimum: 1 } }, required: ['text'], additionalProperties: false },
    effect: 'none',
    run: ({ text: said }) => [text(said as string)]
  },
  exact: {
    outputSchema: { type: 'object', properties: { id: { type: 'integer' } }, required: ['id'] },
    run: () => ({ content: [text('9007199254740993')], structuredContent: { id: ExactNumber.from('9007199254740993') } })
  },
  list: { outputSchema: { type: 'array', items: { type: 'integer' } }, run: () => ({ content: [text('[1,2]')], structuredContent: [1, 2] }) },
  picture: { run: () => [{ type: 'image', data: 'iVBORw0KGgo=', mimeType: 'image/png' }, { type: 'hologram', beams: 3, unknown: { kept: null } }] },
  failing: { run: () => ({ isError: true, content: [text('no such city')] }) },
  throwing: {
    run: () => {
      throw new Error(`password is ${SECRET}`)
    }
  },
  refusing: {
    effect: 'write',
    run: () => {
      throw new GovernedError('approval_required', { tool: 'refusing' }, { cause: new Error(SECRET) })
    }
  },
  progress: {
    run: (_args, { onProgress }) => {
      for (const progress of [1, 2, 2, 1, Number.NaN, 3]) onProgress?.({ progress, total: 3 })
      return [text('counted')]
    }
  },
  region: {
    inputSchema: {
      type: 'object',
      properties: {
        region: { type: 'string', 'x-mcp-header': 'Region' },
        shard: { type: 'integer', 'x-mcp-header': 'Shard' },
        where: { type: 'object', properties: { dry: { type: 'boolean', 'x-mcp-header': 'Dry-Run' } } }
      }
    },
    effect: 'execute'
  },
  big: { inputSchema: { type: 'object', properties: { bytes: { type: 'integer' } } }, run: ({ bytes }) => [text('x'.repeat(bytes as number))] },
  unruly: { run: () => ({ content: [text('x')], structuredContent: new Date() as unknown as JsonValue }) }
}

/** The examples and a tool `wait` that ends when the test says so, or never. */
export function examplePort(): ReturnType<typeof portOf> & { readonly waiting: Waiting } {
  let begin!: (context: CallContext) => void
  let abort!: (reason: unknown) => void
  let finish!: () => void
  const started = new Promise<CallContext>((resolve) => (begin = resolve))
  const aborted = new Promise<unknown>((resolve) => (abort = resolve))
  const finished = new Promise<void>((resolve) => (finish = resolve))
  const wait: ExampleTool = {
    run: async (_args, context) => {
      context.signal?.addEventListener('abort', () => abort(context.signal?.reason), { once: true })
      begin(context)
      await finished
      return [text('waited')]
    }
  }
  return Object.assign(portOf({ ...EXAMPLES, wait }), { waiting: { started, aborted, finish } })
}
