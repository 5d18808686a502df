import type { ModuleDefinition } from './module-definition.ts'

/** What a producer is held to where the project brings no definition of its own. Wider than the source's: all of `docs/mcp/` is looked at. */
export const MCP_SERVER_MODULE: ModuleDefinition = {
  id: 'architectures/mcp-server',
  source: 'embedded',
  requiredArtifacts: ['docs/mcp/server-spec.md', 'docs/mcp/tool-registry.md', 'docs/mcp/risk-register.md'],
  sensitivePaths: ['^docs/mcp/', '^src/mcp/', '^mcp/', '^server/mcp/', '^mcp\\.json$', '^\\.mcp\\.json$', '^mcp-manifest\\.'],
  companionRules: [
    {
      name: 'The exposed surface changes with its risks or a decision',
      triggers: ['^docs/mcp/tool-registry\\.md$', '^docs/mcp/capability-schema\\.md$', '^src/mcp/', '^mcp/', '^server/mcp/', '^mcp\\.json$', '^\\.mcp\\.json$', '^mcp-manifest\\.'],
      needsAnyOf: ['^docs/mcp/risk-register\\.md$', '^docs/adr/ADR-', '^docs/architecture/overview\\.md$'],
      at: null
    },
    {
      name: 'The transport posture changes with its risks or a decision',
      triggers: ['^docs/mcp/transport-and-auth\\.md$'],
      needsAnyOf: ['^docs/mcp/risk-register\\.md$', '^docs/adr/ADR-'],
      at: null
    }
  ],
  forbiddenPatterns: [],
  faults: []
}
