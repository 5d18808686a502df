// What our server offers to the clients of others: one tool for each thing that a call can be.
import type { CallContext, JsonObject, JsonValue, PublishedTool, ToolPort } from '@b10x/ports'
import { countAborts } from '../peers/abort-count.ts'
import { holdUntilAborted } from '../peers/tool-work.ts'

interface ServedTool extends Pick<PublishedTool, 'description' | 'inputSchema' | 'outputSchema' | 'effect'> {
  run(args: JsonObject, context: CallContext): Answer | Promise<Answer>
}

interface Answer {
  readonly isError?: boolean
  readonly content: readonly JsonValue[]
  readonly structuredContent?: JsonValue
}

const NOTHING: JsonObject = { type: 'object', additionalProperties: false }
const INTEGER: JsonObject = { type: 'object', properties: { value: { type: 'integer' } }, required: ['value'], additionalProperties: false }

/** What no client may ever see. */
export const SECRET = 'sk-canary-4821'

const said = (text: string): Answer => ({ content: [{ type: 'text', text }] })

/** @returns a port of its own, with its own count of aborted calls */
export function createServedTools(): ToolPort {
  const aborts = countAborts()
  let proceed!: () => void
  const proceeding = new Promise<void>((resolve) => (proceed = resolve))
  const tools: Readonly<Record<string, ServedTool>> = {
    echo: {
      description: 'Says what it is told.',
      inputSchema: { type: 'object', properties: { text: { type: 'string', maxLength: 4_000 } }, required: ['text'], additionalProperties: false },
      effect: 'none',
      run: ({ text }) => said(String(text))
    },
    exact: {
      description: 'Gives an integer back, digit by digit.',
      inputSchema: INTEGER,
      outputSchema: INTEGER,
      effect: 'none',
      run: ({ value }) => ({ ...said(String(value)), structuredContent: { value: value ?? null } })
    },
    refuse: { description: 'Says that it failed.', inputSchema: NOTHING, effect: 'read', run: () => ({ ...said('Refused.'), isError: true }) },
    crash: {
      description: 'Throws.',
      inputSchema: NOTHING,
      effect: 'read',
      run() {
        throw new Error(`the password is ${SECRET}`)
      }
    },
    count: {
      description: 'Counts with progress, and answers when it is told to proceed.',
      inputSchema: { type: 'object', properties: { steps: { type: 'integer', minimum: 1, maximum: 100 } }, required: ['steps'] },
      effect: 'none',
      async run({ steps }, { onProgress }) {
        for (let step = 1; step <= Number(steps); step += 1) onProgress?.({ progress: step, total: Number(steps) })
        await proceeding
        return said(`Counted to ${String(steps)}.`)
      }
    },
    proceed: {
      description: 'Lets counting answer.',
      inputSchema: NOTHING,
      effect: 'read',
      run() {
        proceed()
        return said('Proceeding.')
      }
    },
    hold: {
      description: 'Runs until it is cancelled.',
      inputSchema: NOTHING,
      effect: 'read',
      async run(_args, { signal = new AbortController().signal, onProgress }) {
        await holdUntilAborted(signal, aborts, async (progress) => onProgress?.({ progress, total: 2 }))
        return said('Aborted.')
      }
    },
    aborts: {
      description: 'Waits for a call that was aborted.',
      inputSchema: NOTHING,
      effect: 'read',
      run: async () => said(`${await aborts.atLeastOne()}`)
    },
    fill: {
      description: 'Answers with many characters.',
      inputSchema: { type: 'object', properties: { characters: { type: 'integer', minimum: 0 } }, required: ['characters'] },
      effect: 'read',
      run: ({ characters }) => said('é'.repeat(Number(characters)))
    }
  }
  return {
    tools: Object.entries(tools).map(([name, { run: _run, ...tool }]): PublishedTool => ({ name, ...tool, prose: 'local', source: 'interop' })),
    async callTool(name, args, context = {}) {
      const { isError = false, ...answer } = (await tools[name]?.run(args, context)) ?? { isError: true, content: [] }
      return { isError, ...answer, provenance: { source: 'interop', tool: name, trust: 'local' }, toModelText: () => '' }
    },
    decide: async () => ({ decision: 'allow', policyVersion: '1' })
  }
}
