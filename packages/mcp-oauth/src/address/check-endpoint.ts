import { GovernedError } from '@b10x/ports/errors'
import { isLoopback } from './check-address.ts'

/**
 * The address of the MCP server itself: https, or http to loopback or a named host.
 * @throws GovernedError `endpoint_invalid` with its reason
 */
export function checkEndpoint(endpoint: string, allowInsecureHosts: readonly string[]): void {
  if (!URL.canParse(endpoint)) throw new GovernedError('endpoint_invalid', { reason: 'unparsable' })
  const url = new URL(endpoint)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw new GovernedError('endpoint_invalid', { reason: 'scheme' })
  if (url.username !== '' || url.password !== '') throw new GovernedError('endpoint_invalid', { reason: 'userinfo' })
  if (url.href.includes('#')) throw new GovernedError('endpoint_invalid', { reason: 'fragment' })
  if (url.protocol === 'https:' || isLoopback(url.hostname)) return
  const hosts = allowInsecureHosts.map((host) => host.toLowerCase())
  if (!hosts.includes(url.hostname) && !hosts.includes(url.host)) throw new GovernedError('endpoint_invalid', { reason: 'insecure' })
}
