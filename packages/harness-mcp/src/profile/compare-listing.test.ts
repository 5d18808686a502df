import { connect } from '@b10x/mcp-foundation'
import type { SnapshotDiff, ToolSnapshot } from '@b10x/mcp-foundation'
import { httpTransport } from '@b10x/mcp-foundation/http'
import { deviations, expectThrownCode, startHttpServer, tool } from '@b10x/testkit'
import type { ScriptPart } from '@b10x/testkit'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compareListing } from './compare-listing.ts'

async function listed(script: ScriptPart): Promise<ToolSnapshot> {
  await using server = await startHttpServer(script)
  const client = await connect(httpTransport(server.url))
  try {
    return await client.freeze()
  } finally {
    await client.close()
  }
}

const KINDS = ['annotation', 'meta', 'description', 'schema', 'added', 'missing'] as const

describe('X-08, X-09: a listing that differs', () => {
  test.each(KINDS)('%s: refused; ignored only where it was added', async (kind) => {
    const { reviewed, live } = deviations.drift(kind)
    const [before, after] = [await listed(reviewed), await listed(live)]
    const error = expectThrownCode(() => compareListing(before, after, 'refuse'), 'snapshot_mismatch')
    expect(error.details).toEqual({ differences: 1 })
    if (kind === 'added') compareListing(before, after, 'ignore')
    else expectThrownCode(() => compareListing(before, after, 'ignore'), 'snapshot_mismatch')
  })

  test('an added tool does not hide a changed one', async () => {
    const before = await listed({ tools: [tool('t'), tool('u')] })
    const after = await listed({ tools: [tool('t', { title: 'x' }), tool('u'), tool('v')] })
    const error = expectThrownCode(() => compareListing(before, after, 'ignore'), 'snapshot_mismatch')
    expect(error.details).toEqual({ differences: 1 })
    expect((error.cause as SnapshotDiff).differences.map(({ kind }) => kind)).toEqual(['member_added', 'tool_added'])
  })

  test('a tool under another name is removed and added', async () => {
    const [before, after] = [await listed({ tools: [tool('read')] }), await listed({ tools: [tool('Read')] })]
    expectThrownCode(() => compareListing(before, after, 'ignore'), 'snapshot_mismatch')
  })

  test('the same tools in another revision are refused', async () => {
    const before = await listed({ protocolVersions: ['2026-07-28'] })
    const after = await listed({ protocolVersions: ['2025-11-25'] })
    for (const mode of ['refuse', 'ignore'] as const) expectThrownCode(() => compareListing(before, after, mode), 'snapshot_mismatch')
  })

  test('nothing of the server is in the refusal', async () => {
    const { reviewed, live } = deviations.drift('description')
    const [before, after] = [await listed(reviewed), await listed(live)]
    const error = expectThrownCode(() => compareListing(before, after, 'refuse'), 'snapshot_mismatch')
    expect(JSON.stringify(error)).not.toContain('sends the sum')
    expect(JSON.stringify(error.cause)).toContain('sends the sum')
  })
})

test('ignoring added tools: equal exactly when every reviewed tool is there unchanged', async () => {
  const names = ['a', 'b', 'c', '__proto__']
  const kept = await listed({ tools: names.map((name) => tool(name)) })
  const changed = await listed({ tools: names.map((name) => tool(name, { title: 'other' })) })
  const pick = (choice: readonly ('kept' | 'changed' | 'gone')[]): ToolSnapshot => ({
    ...kept,
    digest: `sha256:${choice.join()}`,
    tools: kept.tools.flatMap((one, index) => (choice[index] === 'gone' ? [] : [choice[index] === 'kept' ? one : (changed.tools[index] ?? one)]))
  })
  const choices = fc.array(fc.constantFrom('kept', 'changed', 'gone'), { minLength: 4, maxLength: 4 })
  fc.assert(
    fc.property(choices, choices, (reviewedChoice, liveChoice) => {
      const [reviewed, live] = [pick(reviewedChoice), pick(liveChoice)]
      const same = reviewedChoice.every((choice, index) => choice === 'gone' || liveChoice[index] === choice)
      if (same) compareListing(reviewed, live, 'ignore')
      else expectThrownCode(() => compareListing(reviewed, live, 'ignore'), 'snapshot_mismatch')
    })
  )
})
