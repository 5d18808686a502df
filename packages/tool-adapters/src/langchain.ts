// Everything named here is public API: a change of a line is a change for users.
export { refuseUnknownTools } from './langchain/refuse-unknown-tools.ts'
export type { WrappedToolCall } from './langchain/refuse-unknown-tools.ts'
export { toLangChainTools } from './langchain/to-lang-chain-tools.ts'
export type { AdapterOptions } from './port/adapter-options.ts'
