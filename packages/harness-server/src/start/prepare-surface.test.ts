import { expectThrownCode } from '@b10x/testkit'
import { describe, expect, it } from 'vitest'
import { countedTool } from '../__fixtures__/served.ts'
import { defineAgent } from '../define/define-agent.ts'
import { defineJob } from '../define/define-job.ts'
import type { ToolDefinition } from '../define/define-tool.ts'
import { governTool } from '../govern/govern-tool.ts'
import { prepareSurface } from './prepare-surface.ts'

const tool = (name: string, metadata: object): ToolDefinition => countedTool(name, metadata as ToolDefinition['metadata']).tool
const job = (name: string, more: object = {}): ReturnType<typeof defineJob> => defineJob({ name, description: 'Works.', inputSchema: { type: 'object' }, run: () => 1, ...more })
const agent = (name: string): ReturnType<typeof defineAgent> => defineAgent({ name, description: 'Helps.', respond: () => 'yes' })
const withTools = (...tools: readonly ToolDefinition[]): void => void prepareSurface({ mcp: { tools } })

describe('what starts', () => {
  it('is jobs and agents by their prefixes and tools by their names', () => {
    const harness = { jobs: [job('report'), job('sweep')], agents: [agent('support'), agent('sales')] }
    const names = (mcp: object): readonly string[] => prepareSurface({ ...harness, mcp }).map(({ published }) => published.name)
    expect(names({ exposeJobs: true, exposeAgents: true, tools: [tool('look', { effect: 'read' })] })).toEqual(['job_report', 'job_sweep', 'agent_support', 'agent_sales', 'look'])
    expect(names({ exposeJobs: false, exposeAgents: true })).toEqual(['agent_support', 'agent_sales'])
    expect(names({})).toEqual([])
  })

  it('is what reads or computes, and what governTool wrapped', () => {
    withTools(tool('a', { effect: 'none' }), tool('b', { effect: 'read' }))
    const wrapped = governTool(tool('c', { effect: 'write' }))
    expect(wrapped.metadata.governed).toBe(true)
    withTools(wrapped, governTool(tool('d', { effect: 'execute' })))
  })

  it('takes execute as the effect of jobs and agents that state none', () => {
    const surface = prepareSurface({ jobs: [job('report'), job('look', { effect: 'read' })], agents: [agent('support')], mcp: { exposeJobs: true, exposeAgents: true } })
    expect(surface.map(({ published }) => published.effect)).toEqual(['execute', 'read', 'execute'])
  })
})

describe('what does not start', () => {
  it.each([
    ['no effect', tool('a', {})],
    ['an unknown effect', tool('a', { effect: 'delete' })],
    ['an effect that every object has', tool('a', { effect: 'toString' })],
    ['no metadata', { ...tool('a', {}), metadata: undefined } as unknown as ToolDefinition]
  ])('is a tool with %s', (_what, given) => {
    expect(expectThrownCode(() => withTools(given), 'effect_undeclared').details).toEqual({ tool: 'a' })
  })

  it.each(['write', 'execute'])('is %s that nothing wraps, whatever it says of itself', (effect) => {
    const wrapped = governTool(tool('a', { effect }))
    for (const given of [tool('a', { effect }), tool('a', { effect, governed: true }), { ...wrapped }, Object.create(wrapped) as ToolDefinition]) {
      expect(expectThrownCode(() => withTools(given), 'governance_missing').details).toEqual({ tool: 'a' })
    }
  })

  it('is a job whose effect is none of ours', () => {
    for (const effect of [undefined, null, 'all']) expectThrownCode(() => prepareSurface({ jobs: [job('a', { effect })], mcp: { exposeJobs: true } }), 'effect_undeclared')
  })

  it.each(['', 'a b', 'ä', 'a.b', 'x'.repeat(65)])('is a tool named %j', (name) => {
    expectThrownCode(() => withTools(tool(name, { effect: 'read' })), 'option_invalid')
  })

  it('is a name that is too long with its prefix', () => {
    prepareSurface({ jobs: [job('x'.repeat(60))], mcp: { exposeJobs: true } })
    expectThrownCode(() => prepareSurface({ jobs: [job('x'.repeat(61))], mcp: { exposeJobs: true } }), 'option_invalid')
  })

  it('is one name for two', () => {
    const look = tool('look', { effect: 'read' })
    expectThrownCode(() => withTools(look, tool('look', { effect: 'none' })), 'tool_name_collision')
    expectThrownCode(() => prepareSurface({ jobs: [job('a')], mcp: { exposeJobs: true, tools: [tool('job_a', { effect: 'read' })] } }), 'tool_name_collision')
    expectThrownCode(() => prepareSurface({ jobs: [job('a'), job('a')], mcp: { exposeJobs: true } }), 'tool_name_collision')
    expectThrownCode(() => prepareSurface({ agents: [agent('a'), agent('a')], mcp: { exposeAgents: true } }), 'tool_name_collision')
  })

  it('is a schema that is not of type object, a missing description, a missing function', () => {
    const look = tool('look', { effect: 'read' })
    for (const broken of [{ inputSchema: { type: 'string' } }, { inputSchema: [] }, { description: '' }, { title: 1 }, { execute: null }]) {
      expectThrownCode(() => withTools({ ...look, ...broken } as unknown as ToolDefinition), 'option_invalid')
    }
    expectThrownCode(() => prepareSurface({ jobs: [job('a', { run: undefined })], mcp: { exposeJobs: true } }), 'option_invalid')
  })
})
