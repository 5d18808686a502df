// Everything named here is public API: a change of a line is a change for users.
export { stdioTransport } from './stdio/stdio-transport.ts'
export type { StdioTransportOptions } from './stdio/stdio-options.ts'
