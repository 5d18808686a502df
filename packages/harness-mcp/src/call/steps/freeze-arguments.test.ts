// What policy, approval, hooks and wire see is one frozen copy; nothing that the caller does later reaches any of them.
import { canonicalize, ExactNumber, parseJson, stringifyJson } from '@b10x/mcp-foundation'
import type { JsonObject as ExactObject } from '@b10x/mcp-foundation'
import type { JsonObject } from '@b10x/ports'
import { expectCode } from '@b10x/testkit'
import { expect, it } from 'vitest'
import { createMemoryApprovals } from '../../approvals/create-memory-approvals.ts'
import type { Governance } from '../../governance.ts'
import { governTools } from '../../govern-tools.ts'
import { scriptRemote } from '../__fixtures__/scripted-remote.ts'

interface Views {
  readonly policy: JsonObject[]
  readonly approval: JsonObject[]
  readonly hook: JsonObject[]
}

function watch(views: Views, onPolicy: () => void = () => {}): Governance {
  const approvals = createMemoryApprovals()
  return {
    toolPolicy: {
      decide(query) {
        views.policy.push(query.arguments)
        onPolicy()
        return { decision: 'approval', policyVersion: '1' }
      }
    },
    approvals: {
      async reserve(subject, signal) {
        views.approval.push(subject.arguments)
        approvals.grant(subject, 'user:bob')
        return approvals.reserve(subject, signal)
      }
    },
    hooks: [{ beforeCall: (call) => void views.hook.push(call.arguments) }]
  }
}

it('is what everybody sees, whatever the caller does meanwhile', async () => {
  const { admitted, calls } = scriptRemote()
  const views: Views = { policy: [], approval: [], hook: [] }
  const given = { to: 'a', cc: ['b'] }
  const port = governTools(admitted, watch(views, () => {
    given.to = 'mallory'
    given.cc.push('eve')
  }))
  await port.callTool('send', given)
  const seen = [...views.policy, ...views.approval, ...views.hook, ...calls.map(({ args }) => args)]
  expect(seen).toHaveLength(4)
  expect(new Set(seen).size).toBe(1)
  expect(seen[0]).toEqual({ to: 'a', cc: ['b'] })
  expect([Object.isFrozen(seen[0]), Object.isFrozen(seen[0]?.['cc'])]).toEqual([true, true])
})

it('is one value, also where each reading gives another', async () => {
  const { admitted, calls } = scriptRemote()
  let reads = 0
  let readsBefore = 0
  const views: Views = { policy: [], approval: [], hook: [] }
  const port = governTools(admitted, watch(views, () => (readsBefore = reads)))
  await port.callTool('send', { get to() { return `reading ${++reads}` } })
  expect(calls[0]?.args).toBe(views.policy[0])
  expect(reads).toBe(readsBefore)
})

it.each(['9007199254740993', '1e400', '-0.1000000000000000055511151231257827', '1200000000000000000000001'])('F5 keeps %s', async (digits) => {
  const { admitted, calls } = scriptRemote({ tools: [{ name: 'look', effect: 'read' }] })
  await governTools(admitted).callTool('look', { z: 1, id: ExactNumber.from(digits) })
  const sent = calls[0]?.args as ExactObject
  // As it was spelt, in its place.
  expect(stringifyJson(sent)).toBe(`{"z":1,"id":${digits}}`)
  expect(canonicalize(sent)).toBe(canonicalize(parseJson(`{"id":${digits},"z":1}`)))
})

it('keeps __proto__ an ordinary member and bigint a number', async () => {
  const { admitted, calls } = scriptRemote({ tools: [{ name: 'look', effect: 'read' }] })
  await governTools(admitted).callTool('look', parseJson('{"__proto__":{"admin":true}}') as JsonObject)
  await governTools(admitted).callTool('look', { id: 9007199254740993n } as never)
  expect(calls.map(({ args }) => stringifyJson(args as ExactObject))).toEqual(['{"__proto__":{"admin":true}}', '{"id":9007199254740993}'])
})

it('is refused where it is nested further than the client sends', async () => {
  const { admitted, calls } = scriptRemote({ tools: [{ name: 'look', effect: 'read' }] })
  let deep: JsonObject = {}
  for (let level = 0; level < 100; level += 1) deep = { deep }
  const { details } = await expectCode(governTools(admitted).callTool('look', deep), 'bound_exceeded')
  expect(details).toMatchObject({ bound: 'maxJsonDepth', limit: 64 })
  expect(calls).toHaveLength(0)
})
