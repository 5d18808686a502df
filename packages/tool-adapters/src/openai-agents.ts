// Everything named here is public API: a change of a line is a change for users.
export { refuseInOurWords } from './openai-agents/refuse-in-our-words.ts'
export { toOpenAiAgentsTools } from './openai-agents/to-open-ai-agents-tools.ts'
export type { GovernedFunctionTool } from './openai-agents/to-open-ai-agents-tools.ts'
export type { AdapterOptions, ApprovedCalls, ApprovingOptions } from './port/adapter-options.ts'
