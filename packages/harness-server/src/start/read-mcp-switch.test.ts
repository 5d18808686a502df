import { expect, it } from 'vitest'
import { readMcpSwitch } from './read-mcp-switch.ts'

it('turns on for exactly 1', () => {
  const off = [undefined, '', '0', 'true', 'yes', ' 1', '1 ', '01'].map((value) => ({ FABRIC_HARNESS_MCP_ENABLED: value }))
  expect(off.filter(readMcpSwitch)).toEqual([])
  expect(readMcpSwitch({ FABRIC_HARNESS_MCP_ENABLED: '1' })).toBe(true)
})
