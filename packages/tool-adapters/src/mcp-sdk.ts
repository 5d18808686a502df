// Everything named here is public API: a change of a line is a change for users.
export { governedTransport } from './mcp-sdk/governed-transport.ts'
export type { SdkMessage, SdkTransport } from './mcp-sdk/sdk-transport.ts'
export type { GovernedTransportOptions, ReviewedProfile, TransportDrift } from './mcp-sdk/transport-options.ts'
