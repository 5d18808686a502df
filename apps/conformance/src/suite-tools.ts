import type { CallContext, JsonObject, JsonValue, PublishedTool, ToolPort, ToolResult } from '@b10x/ports'

/** A tool that the suite asks for by name. */
interface SuiteTool {
  readonly description: string
  readonly inputSchema?: JsonObject
  run(context: CallContext): { readonly isError?: boolean; readonly content: readonly JsonValue[] }
}

const PIXEL_PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const EMPTY_WAV = 'UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAA='
const NO_ARGUMENTS: JsonObject = { type: 'object', properties: {}, additionalProperties: false }

const text = (said: string): JsonObject => ({ type: 'text', text: said })
const image: JsonObject = { type: 'image', data: PIXEL_PNG, mimeType: 'image/png' }
const audio: JsonObject = { type: 'audio', data: EMPTY_WAV, mimeType: 'audio/wav' }
const resource = (uri: string, mimeType: string, said: string): JsonObject => ({ type: 'resource', resource: { uri, mimeType, text: said } })

/** As the scenario `json-schema-2020-12` has it: every keyword has to reach the client. */
const EVERY_KEYWORD: JsonObject = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  $defs: {
    address: { $anchor: 'addressDef', type: 'object', properties: { street: { type: 'string' }, city: { type: 'string' } } }
  },
  properties: {
    name: { type: 'string' },
    address: { $ref: '#/$defs/address' },
    contactMethod: { type: 'string', enum: ['phone', 'email'] },
    phone: { type: 'string' },
    email: { type: 'string' }
  },
  allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
  if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
  // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema, which nobody awaits
  then: { required: ['phone'] },
  else: { required: ['email'] },
  additionalProperties: false
}

const REGION: JsonObject = {
  type: 'object',
  properties: { region: { type: 'string', 'x-mcp-header': 'Region' }, query: { type: 'string' } },
  additionalProperties: false
}

/** The names, and what they have to answer, are the suite's. */
const SUITE_TOOLS: Readonly<Record<string, SuiteTool>> = {
  test_simple_text: { description: 'Answers with one text.', run: () => ({ content: [text('This is a simple text response for testing.')] }) },
  test_image_content: { description: 'Answers with one image.', run: () => ({ content: [image] }) },
  test_audio_content: { description: 'Answers with one sound.', run: () => ({ content: [audio] }) },
  test_embedded_resource: {
    description: 'Answers with one embedded resource.',
    run: () => ({ content: [resource('test://embedded-resource', 'text/plain', 'This is an embedded resource content.')] })
  },
  test_multiple_content_types: {
    description: 'Answers with a text, an image and a resource.',
    run: () => ({
      content: [text('Multiple content types test:'), image, resource('test://mixed-content-resource', 'application/json', '{"test":"data","value":123}')]
    })
  },
  test_error_handling: {
    description: 'Always fails.',
    run: () => ({ isError: true, content: [text('This tool intentionally returns an error for testing')] })
  },
  test_tool_with_progress: {
    description: 'Reports its progress three times.',
    run({ onProgress }) {
      for (const progress of [0, 50, 100]) onProgress?.({ progress, total: 100 })
      return { content: [text('done')] }
    }
  },
  json_schema_2020_12_tool: {
    description: 'Has an input schema with the vocabulary of 2020-12.',
    inputSchema: EVERY_KEYWORD,
    run: () => ({ content: [text('done')] })
  },
  test_x_mcp_header: { description: 'Has an argument that travels in a header, too.', inputSchema: REGION, run: () => ({ content: [text('done')] }) },
  test_missing_capability: { description: 'Cannot do without sampling.', run: () => ({ content: [text('done')] }) },
  test_logging_tool: { description: 'Logs nothing.', run: () => ({ content: [text('done')] }) },
  test_streaming_elicitation: { description: 'Asks for nothing.', run: () => ({ content: [text('done')] }) }
}

/** What `createToolServer` is told of a tool that needs what we never ask for. */
export const REQUIRED_CAPABILITIES: Readonly<Record<string, JsonObject>> = { test_missing_capability: { sampling: {} } }

/** Says once that the set of tools is another one now. The suite listens for the news, not for the difference. */
export const CHANGING_TOOL = 'test_trigger_tool_change'

/**
 * Every tool that the suite calls and that a tools-only server can have.
 * @param change what the tool that changes the tools does
 */
export function suitePort(change: () => void): ToolPort {
  const run: SuiteTool['run'] = () => {
    change()
    return { content: [text('changed')] }
  }
  return portOf({ ...SUITE_TOOLS, [CHANGING_TOOL]: { description: 'Changes the tools.', run } })
}

/** A server as somebody would ship it, who has never heard of the suite. */
export const shippedPort: ToolPort = portOf({
  greet: { description: 'Says hello.', run: () => ({ content: [text('Hello.')] }) }
})

function portOf(tools: Readonly<Record<string, SuiteTool>>): ToolPort {
  return {
    tools: Object.entries(tools).map(([name, { description, inputSchema = NO_ARGUMENTS }]): PublishedTool => ({
      name, description, inputSchema, effect: 'none', prose: 'local', source: 'suite'
    })),
    async callTool(name, _args, context = {}): Promise<ToolResult> {
      const { isError = false, content } = tools[name]?.run(context) ?? { isError: true, content: [] }
      return { isError, content, provenance: { source: 'suite', tool: name, trust: 'local' }, toModelText: () => '' }
    },
    decide: async () => ({ decision: 'allow', policyVersion: '1' })
  }
}
