import { describe, expect, it } from 'vitest'
import { createAddressPolicy } from './check-address.ts'
import { canonicalResource, coversEndpoint } from './resource-identifier.ts'

describe('an address that a document leads to', () => {
  const remote = createAddressPolicy('https://mcp.example/mcp', ['as.example:8080', 'Plain.example'])
  const local = createAddressPolicy('http://127.0.0.1:1/mcp', [])

  it.each([
    ['https://as.example/token', null, null],
    ['http://as.example:8080/token', null, 'insecure'],
    ['http://as.example/token', 'insecure', 'insecure'],
    ['http://plain.example:99/', null, 'insecure'],
    // A remote server must not lead to a service of this machine.
    ['http://127.0.0.1:8080/token', 'insecure', null],
    ['http://localhost/token', 'insecure', null],
    ['http://[::1]/token', 'insecure', null],
    ['http://0x7f.1/token', 'insecure', null],
    ['http://127.0.0.1.evil.example/token', 'insecure', 'insecure'],
    ['http://169.254.169.254/latest', 'insecure', 'insecure'],
    ['javascript:alert(1)', 'insecure', 'insecure'],
    ['data:text/html,x', 'insecure', 'insecure'],
    ['file:///etc/passwd', 'insecure', 'insecure'],
    ['vbscript:x', 'insecure', 'insecure'],
    ['com.example.app:/x', 'insecure', 'insecure'],
    ['https://user@as.example/', 'unparsable', 'unparsable'],
    ['https://as.example/#', 'unparsable', 'unparsable'],
    ['/token', 'unparsable', 'unparsable'],
    ['', 'unparsable', 'unparsable']
  ])('%s', (address, fromRemote, fromLocal) => {
    expect([remote.refuse(address), local.refuse(address)]).toEqual([fromRemote, fromLocal])
  })
})

describe('the resource', () => {
  it.each([
    ['https://MCP.example', 'https://mcp.example'],
    ['https://mcp.example/', 'https://mcp.example'],
    ['https://mcp.example:443/mcp/', 'https://mcp.example/mcp'],
    ['https://mcp.example:8443/a/b//', 'https://mcp.example:8443/a/b'],
    ['https://mcp.example/mcp?key=secret', 'https://mcp.example/mcp']
  ])('of %s is %s', (endpoint, resource) => {
    expect(canonicalResource(endpoint)).toBe(resource)
  })

  it.each([
    ['https://mcp.example', true],
    ['https://mcp.example/', true],
    ['https://mcp.example/a', true],
    ['https://mcp.example/a/', true],
    ['https://mcp.example/a/mcp', true],
    ['https://mcp.example/a/mcp/', true],
    ['https://mcp.example/a/mc', false],
    ['https://mcp.example/a/mcp/x', false],
    ['https://mcp.example/A', false],
    ['http://mcp.example/a', false],
    ['https://mcp.example:444/a', false],
    ['https://mcp.example.evil.example/a', false],
    ['https://mcp.example/a?x', false],
    ['https://mcp.example/a#', false],
    ['nowhere', false]
  ])('%s covers https://mcp.example/a/mcp: %s', (resource, covers) => {
    expect(coversEndpoint(resource, 'https://mcp.example/a/mcp?key=1')).toBe(covers)
  })
})
