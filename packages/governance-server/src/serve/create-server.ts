import { fromJsonSchema, McpServer } from '@modelcontextprotocol/server'
import { isGovernedError } from '@b10x/ports/errors'
import { GOVERNANCE_RELEASE } from '../release.ts'
import type { Advice } from './advice.ts'
import { SERVED_TOOLS } from './served-tools.ts'

/** Nothing of a running server changes what it lists; the SDK would declare otherwise. */
const FIXED_LISTS = { tools: { listChanged: false }, resources: { listChanged: false }, prompts: { listChanged: false } }
/** How documents are named to clients: no path of this machine, and none that a client could bend. */
const DOCUMENT_SCHEME = 'governance://project/'

/**
 * One instance of the server for one connection or request, over advice that all share. Read-only throughout.
 * @param documents those that were there at the start
 */
export function createGovernanceServer(advice: Advice, documents: readonly string[]): McpServer {
  const server = new McpServer({ name: 'b10x-governance', version: GOVERNANCE_RELEASE.version }, { capabilities: FIXED_LISTS, instructions: 'Advice about the governance documents of one project. Nothing here approves, raises a tier or changes a file.' })
  for (const { name, title, description, inputSchema, outputSchema, answer } of SERVED_TOOLS) {
    const config = {
      title,
      description,
      inputSchema: fromJsonSchema<Readonly<Record<string, unknown>>>(inputSchema),
      outputSchema: fromJsonSchema<Readonly<Record<string, unknown>>>(outputSchema),
      annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false }
    }
    server.registerTool(name, config, async (args) => {
      try {
        const structuredContent = { ...(await answer(advice, args)) }
        return { content: [{ type: 'text', text: JSON.stringify(structuredContent) }], structuredContent }
      } catch (error) {
        // Our own refusals hold nothing that a caller may not see; whatever else failed is the operator's.
        const text = isGovernedError(error) ? JSON.stringify({ code: error.code, details: error.details }) : '{"code":"tool_failed"}'
        return { content: [{ type: 'text', text }], isError: true }
      }
    })
  }
  for (const path of documents) {
    const uri = `${DOCUMENT_SCHEME}${path}`
    const mimeType = path.endsWith('.md') ? 'text/markdown' : 'text/yaml'
    server.registerResource(path, uri, { title: path, mimeType }, async () => ({ contents: [{ uri, mimeType, text: advice.readDocument(path) ?? '' }] }))
  }
  server.registerPrompt(
    'check_companions',
    { title: 'Check the companions of a change', description: 'Asks which documents have to change along with the paths.', argsSchema: fromJsonSchema<{ readonly paths: string }>({ type: 'object', properties: { paths: { type: 'string', maxLength: 65_536, description: 'Changed paths, one in each line' } }, required: ['paths'] }) },
    async ({ paths }) => {
      const asked = paths.split('\n').map((line) => line.trim()).filter((line) => line !== '')
      const found = await advice.checkChange(asked, null)
      const text = `These paths changed:\n\n${asked.join('\n')}\n\nWhat the modules of the project ask for, as JSON:\n\n${JSON.stringify(found, null, 2)}\n\nSay for each rule that is not satisfied which document has to change too, and what it has to say. Change nothing yourself.`
      return { messages: [{ role: 'user', content: { type: 'text', text } }] }
    }
  )
  return server
}
