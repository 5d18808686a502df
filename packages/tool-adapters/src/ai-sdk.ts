// Everything named here is public API: a change of a line is a change for users.
export { fromAiSdkModel } from './ai-sdk/from-ai-sdk-model.ts'
export type { ModelSettings } from './ai-sdk/from-ai-sdk-model.ts'
export { toAiSdkTools } from './ai-sdk/to-ai-sdk-tools.ts'
export type { AdapterOptions, ApprovedCalls, ApprovingOptions } from './port/adapter-options.ts'
export type { GovernedOutput } from './port/call-port.ts'
export type { ModelMessage, ModelPort, ModelRequest, ModelResponse, ModelToolCall } from './port/model-port.ts'
