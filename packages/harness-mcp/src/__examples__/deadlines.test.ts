// A deadline is absolute: a server that reports progress does not get more time.
import { createMcpTools, createStdioMcpClient, governTools, toolPolicy } from '@b10x/harness-mcp'
import { expectCode } from '@b10x/testkit'
import { expect, it, vi } from 'vitest'
import { EVERYTHING } from '../__fixtures__/reference-servers.ts'

vi.setConfig({ testTimeout: 90_000 })

const MINUTE = { duration: 60, steps: 1_200 }

it('progress cannot extend a deadline', async () => {
  const client = createStdioMcpClient({ command: process.execPath, args: [EVERYTHING, 'stdio'] })
  try {
    const tools = await createMcpTools(client, { prefix: 'everything' })
    const port = governTools(tools, { toolPolicy: toolPolicy({ allow: ['everything_*'] }) })
    let steps = 0
    const call = port.callTool('everything_trigger-long-running-operation', MINUTE, { deadlineMs: 3_000, onProgress: () => void (steps += 1) })
    // It had been sent, so nobody knows what became of it.
    expect((await expectCode(call, 'outcome_unknown')).details).toEqual({ because: 'deadline_exceeded' })
    expect(steps).toBeGreaterThan(1)
  } finally {
    await client.close()
  }
})
