// Everything named here is public API: a change of a line is a change for users.
export type { BoundName, Bounds } from './bounds.ts'
export { TOOL_EFFECTS } from './tool-effect.ts'
export type { ToolEffect } from './tool-effect.ts'
