/**
 * The canonical URI of an MCP server (RFC 8707, 2; MCP 2026-07-28, Canonical Server URI): no query, no fragment, no slash
 * at the end. A query may hold a key, which is not the authorization server's business.
 */
export function canonicalResource(endpoint: string): string {
  const url = new URL(endpoint)
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`
}

/**
 * Whether `resource`, as the server's metadata names it, is the endpoint or a parent of it on the same origin. RFC 9728
 * wants them identical; MCP allows the root, too, and servers use it.
 */
export function coversEndpoint(resource: string, endpoint: string): boolean {
  if (!URL.canParse(resource)) return false
  const parent = new URL(resource)
  if (parent.search !== '' || parent.href.includes('#') || parent.origin !== new URL(endpoint).origin) return false
  const path = parent.pathname.replace(/\/+$/, '')
  const ours = new URL(endpoint).pathname.replace(/\/+$/, '')
  return ours === path || ours.startsWith(`${path}/`)
}
