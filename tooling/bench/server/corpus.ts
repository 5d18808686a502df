// What the measured servers offer: made, always the same, ASCII.

export interface MadeTool {
  readonly name: string
  readonly description: string
  readonly inputSchema: object
  readonly outputSchema?: object
}

export const ECHO: MadeTool = {
  name: 'echo',
  description: 'Says what it was told.',
  inputSchema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] }
}

/** Arguments that every tool of {@link makeTools} takes. */
export const MADE_ARGUMENTS = { query: 'open invoices', limit: 20 } as const

/** Descriptors of about 1.4 KB each, every schema a different one. */
export function makeTools(count: number): MadeTool[] {
  return Array.from({ length: count }, (_, index) => makeTool(index))
}

/** Tools whose results have a schema too, which the official clients compile with each listing. */
export function makeToolsWithOutput(count: number): MadeTool[] {
  return makeTools(count).map((tool, index) => ({
    ...tool,
    outputSchema: {
      type: 'object',
      properties: { [`field${index}`]: { type: 'string', maxLength: 100 + index }, total: { type: 'integer', minimum: 0 } },
      required: ['total']
    }
  }))
}

function makeTool(index: number): MadeTool {
  const text = (topic: string): string => `The ${topic} of record set ${index}, as the service keeps it; without it the service picks its own default.`
  return {
    name: `records_search_${String(index).padStart(4, '0')}`,
    description: `Searches record set ${index} and gives the best matches first. ${'Results are pages of at most one hundred rows. '.repeat(4)}`,
    inputSchema: {
      type: 'object',
      properties: {
        query: { type: 'string', minLength: 1, maxLength: 200 + index, description: text('words') },
        limit: { type: 'integer', minimum: 1, maximum: 100, description: text('page size') },
        order: { enum: ['newest', 'oldest', 'best'], description: text('order') },
        range: {
          type: 'object',
          properties: { from: { type: 'string', description: text('start') }, to: { type: 'string', description: text('end') } },
          additionalProperties: false
        },
        tags: { type: 'array', items: { type: 'string', maxLength: 40 }, maxItems: 20, description: text('labels') }
      },
      required: ['query'],
      additionalProperties: false
    }
  }
}

/** JSON text of a string that takes `bytes` bytes on the wire, with something to unescape in every line. */
export function makeTextJson(bytes: number): string {
  const line = String.raw`the \"quick\" brown fox jumps over 0123456789 lazy dogs\n`
  return `"${line.repeat(Math.floor(bytes / line.length))}"`
}
