import type { AgentHost, JsonObject } from '@b10x/ports'
import type { AgentDefinition } from '../define/define-agent.ts'
import { resolveGovernance } from '../govern/govern-tool.ts'
import { publishTool } from './publish-tool.ts'
import type { ServedTool } from './served-tool.ts'

/** Longer ones are no ids that a host gave. */
const MAX_ID_LENGTH = 128

/** One message, in characters. */
const MAX_MESSAGE_LENGTH = 100_000

const INPUT_SCHEMA: JsonObject = {
  type: 'object',
  properties: {
    instanceId: { type: 'string', minLength: 1, maxLength: MAX_ID_LENGTH, description: 'Which instance of the agent. "new" starts one; the answer names it.' },
    message: { type: 'string', minLength: 1, maxLength: MAX_MESSAGE_LENGTH },
    session: { type: 'string', minLength: 1, maxLength: MAX_ID_LENGTH, description: 'Which conversation of the instance. "new" starts one; absent: its first.' }
  },
  required: ['instanceId', 'message'],
  additionalProperties: false
}

/**
 * Agents as `agent_<name>`.
 * @throws GovernedError `option_invalid`, `effect_undeclared`
 */
export function exposeAgents(agents: readonly AgentDefinition[], host: AgentHost): readonly ServedTool[] {
  return agents.map((agent) => {
    const effectNow = (): unknown => ('effect' in agent ? agent.effect : 'execute')
    const { name, title, description } = agent
    return {
      published: publishTool({ name: `agent_${name}`, title, description, inputSchema: INPUT_SCHEMA, effect: effectNow(), source: 'agents' }),
      effectNow,
      governance: agent.governance === undefined ? null : resolveGovernance(agent.governance),
      returnsExternalContent: agent.returnsExternalContent === true,
      run: async (input: JsonObject, _context, call) => {
        // The server in front holds them to the schema above.
        const { instanceId, message, session } = input as unknown as { readonly instanceId: string; readonly message: string; readonly session?: string }
        const reply = await host.submit({ agent: name, instanceId, message, ...(session === undefined ? {} : { session }) }, call)
        return {
          content: [{ type: 'text', text: reply.message }],
          structuredContent: { instanceId: reply.instanceId, session: reply.session, message: reply.message }
        }
      }
    }
  })
}
