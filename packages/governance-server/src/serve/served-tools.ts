import type { Advice } from './advice.ts'

type Schema = Readonly<Record<string, unknown>>

/** A tool of the governance server: what it is asked, what it says, and nothing that changes anything. */
export interface ServedTool {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly inputSchema: Schema
  readonly outputSchema: Schema
  readonly answer: (advice: Advice, args: Readonly<Record<string, unknown>>) => object | Promise<object>
}

const TEXT = { type: 'string', maxLength: 512 }
const NUMBER_OR_NULL = { type: ['integer', 'null'] }
const REPORT = {
  type: 'object',
  properties: {
    modes: { type: 'array', items: { type: 'string' } },
    summary: { type: 'object' },
    stopped: { type: 'boolean' },
    findings: { type: 'array', items: { type: 'object', properties: { ruleId: { type: 'string' }, severity: { enum: ['error', 'warning', 'note'] }, message: { type: 'string' }, file: { type: 'string' }, line: { type: 'integer' }, fix: { type: 'string' }, stop: { type: 'boolean' } }, required: ['ruleId', 'severity', 'message', 'file', 'line', 'fix', 'stop'] } }
  },
  required: ['modes', 'summary', 'stopped', 'findings']
}

function object(properties: Schema, required: readonly string[] = Object.keys(properties)): Schema {
  return { type: 'object', properties, required, additionalProperties: false }
}

const RULE = { id: { type: 'string' }, title: { type: 'string' }, severity: { type: 'string' }, stop: { type: 'boolean' } }

export const SERVED_TOOLS: readonly ServedTool[] = [
  {
    name: 'tier_of',
    title: 'Tier of a tool',
    description: 'The trust tier that the registry states for a tool, its reason, and what a consumer has to do before a call.',
    inputSchema: object({ tool: TEXT }),
    outputSchema: object({ tool: { type: 'string' }, registered: { type: 'boolean' }, tier: NUMBER_OR_NULL, rationale: { type: ['string', 'null'] }, atLeast: NUMBER_OR_NULL, demands: { type: 'string' } }),
    answer: (advice, { tool }) => advice.tierOf(String(tool))
  },
  {
    name: 'evaluate_tool_call',
    title: 'Evaluate a call',
    description: 'Whether a tool may be called at once, after an approval, or not at all, by its tier. Advice: whoever calls decides.',
    inputSchema: object({ tool: TEXT }),
    outputSchema: object({ tool: { type: 'string' }, tier: NUMBER_OR_NULL, decision: { enum: ['allow', 'approval', 'deny'] }, demands: { type: 'string' } }),
    answer: (advice, { tool }) => advice.evaluateCall(String(tool))
  },
  {
    name: 'check_project',
    title: 'Check the project',
    description: 'Every rule over the governance documents of the project, with places and what to do.',
    inputSchema: object({}),
    outputSchema: REPORT,
    answer: (advice) => advice.checkProject()
  },
  {
    name: 'check_change',
    title: 'Check a change',
    description: 'Which documents have to change along with these paths. With a base revision also what the rules say of the range up to HEAD.',
    inputSchema: object({ paths: { type: 'array', maxItems: 10_000, items: { type: 'string', maxLength: 4_096 } }, base: { type: 'string', maxLength: 256, pattern: '^[A-Za-z0-9_.][A-Za-z0-9_./~^@-]*$' } }, ['paths']),
    outputSchema: object({
      companions: { type: 'array', items: object({ rule: { type: 'string' }, triggeredBy: { type: 'array', items: { type: 'string' } }, needsAnyOf: { type: 'array', items: { type: 'string' } }, satisfied: { type: 'boolean' } }) },
      report: { anyOf: [REPORT, { type: 'null' }] }
    }),
    answer: (advice, { paths, base }) => advice.checkChange(paths as readonly string[], typeof base === 'string' ? base : null)
  },
  {
    name: 'list_rules',
    title: 'List the rules',
    description: 'All rules by their stable ids.',
    inputSchema: object({}),
    outputSchema: object({ rules: { type: 'array', items: object(RULE) } }),
    answer: (advice) => advice.listRules()
  },
  {
    name: 'explain_rule',
    title: 'Explain a rule',
    description: 'What a rule asks, why, and what to do about it.',
    inputSchema: object({ rule: TEXT }),
    outputSchema: { type: 'object', properties: { ...RULE, why: { type: 'string' }, fix: { type: 'string' }, looksAt: { type: 'string' }, owasp: { type: 'array', items: { type: 'string' } } }, required: ['id', 'title', 'why', 'fix'] },
    answer: (advice, { rule }) => advice.explainRule(String(rule))
  }
]
