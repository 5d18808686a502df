/** The variable that turns `/mcp` on where the options do not say. */
export const MCP_SWITCH = 'FABRIC_HARNESS_MCP_ENABLED'

/** Exactly `1` turns it on; anything else, `true` included, does not. */
export function readMcpSwitch(env: Readonly<Record<string, string | undefined>>): boolean {
  return env[MCP_SWITCH] === '1'
}
