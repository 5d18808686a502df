// The whole list of arrows between the packages: which package may import which of ours. Whatever is not named here must
// not exist. `.dependency-cruiser.cjs` makes one rule per line, and the canary plants a violation for every other pair.

/** Packages by folder name. `testkit` is private, and only tests may import it. */
export const ARROWS: Readonly<Record<string, readonly string[]>> = {
  'ports': [],
  'mcp-foundation': ['ports'],
  'mcp-oauth': ['ports'],
  'mcp-cli': ['ports', 'mcp-foundation', 'mcp-oauth'],
  'tool-server': ['ports', 'mcp-foundation'],
  'harness-mcp': ['ports', 'mcp-foundation', 'mcp-oauth'],
  'harness-server': ['ports', 'tool-server'],
  'tool-adapters': ['ports', 'mcp-foundation'],
  'egress-undici': ['ports'],
  'integration-mcp': ['ports', 'mcp-foundation'],
  'connectors-service': ['ports', 'tool-server', 'mcp-oauth'],
  'service-packs': ['ports'],
  'governance-rules': ['ports'],
  'governance-server': ['ports', 'mcp-foundation', 'tool-server', 'governance-rules'],
  'testkit': ['ports']
}

/** Files that only tests are made of. They may also import `testkit`, open sockets and start processes. */
export const TEST_FILE = '\\.(test|interop|services)\\.ts$|/__fixtures__/'
