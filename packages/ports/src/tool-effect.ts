/**
 * What calling a tool does, as the local reviewer says. A server's annotations never choose it.
 * A tool without a local effect has no value of this type: it is unknown, and treated as the most dangerous.
 */
export const TOOL_EFFECTS = ['none', 'read', 'write', 'execute'] as const

/** `none` computes over its input, `read` looks at state, `write` changes state, `execute` runs code or acts outside. */
export type ToolEffect = (typeof TOOL_EFFECTS)[number]
