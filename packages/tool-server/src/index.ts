// Everything named here is public API: a change of a line is a change for users.
export { createToolServer } from './create-tool-server.ts'
export { DEFAULT_SERVER_BOUNDS } from './server-bounds.ts'
export type { ServerBounds } from './server-bounds.ts'
export type { ToolServer, ToolServerOptions, ToolSource } from './create-tool-server.ts'
export { listen } from './front/listen.ts'
export type { Listening } from './front/listen.ts'
export type { ListenOptions } from './front/listen-options.ts'
