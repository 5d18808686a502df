import { readRegistry } from '@b10x/governance-rules'
import type { ApprovalAnswer, ApprovalPort, ApprovalReservation, ApprovalSubject, PolicyDecision } from '@b10x/ports'
import { describe, expect, it } from 'vitest'
import { filesWith } from '../__fixtures__/probe-files.ts'
import { createTierPolicy } from './create-tier-policy.ts'
import type { TierPolicyOptions } from './create-tier-policy.ts'
import { describeTier } from './describe-tier.ts'
import { requireTwoApprovals } from './require-two-approvals.ts'

const TIERS = { read: 0, compute: 1, edit: 2, push_branch: 3, install_package: 4, deploy_release: 5, delete_branch: 1, odd: 7, half: 2.5 }

function decide(tool: string, options: Partial<TierPolicyOptions> = {}): PolicyDecision {
  return createTierPolicy({ tiers: TIERS, policyVersion: '7', ...options }).decide({ tool, source: 's', arguments: {} }) as PolicyDecision
}

describe('a policy of tiers', () => {
  it.each([
    ['read', 'allow'], ['compute', 'allow'], ['edit', 'allow'], ['push_branch', 'approval'], ['install_package', 'approval'], ['deploy_release', 'deny'],
    ['delete_branch', 'deny'], ['odd', 'deny'], ['half', 'deny'], ['unknown', 'deny'], ['toString', 'deny'], ['__proto__', 'deny']
  ])('%s: %s', (tool, decision) => expect(decide(tool).decision).toBe(decision))

  it('leaves room where tiers do', () => {
    expect(['edit', 'push_branch', 'deploy_release'].map((tool) => decide(tool, { workspace: 'approval', shared: 'deny', remote: 'approval' }).decision)).toEqual(['approval', 'deny', 'approval'])
  })

  it('names the review and the options: approvals under others are void', () => {
    const versions = [{}, { workspace: 'approval' }, { shared: 'deny' }, { remote: 'approval' }, { policyVersion: '8' }] as const
    expect(new Set(versions.map((options) => decide('read', options).policyVersion)).size).toBe(versions.length)
  })

  it('reads a registry', () => {
    const registry = readRegistry(filesWith().read('docs/mcp/tool-registry.md') ?? '', 'docs/mcp/tool-registry.md')
    expect(['search_notes', 'publish_note', 'other'].map((tool) => decide(tool, { tiers: registry }).decision)).toEqual(['allow', 'approval', 'deny'])
  })

  it('is told in words for each tier', () => {
    expect(new Set([null, 0, 2, 3, 4, 5].map((tier) => describeTier(tier))).size).toBe(6)
  })
})

interface Spent {
  readonly redeemed: string[]
  readonly released: string[]
}

function approves(name: string, spent: Spent, answer: 'yes' | 'absent' | 'denied' | 'gone' | Error = 'yes'): ApprovalPort {
  const reservation: ApprovalReservation = { id: name, redeem: async () => (spent.redeemed.push(name), answer !== 'gone'), release: async () => void spent.released.push(name) }
  return {
    reserve: async (): Promise<ApprovalAnswer> => {
      if (answer instanceof Error) throw answer
      return answer === 'absent' || answer === 'denied' ? answer : reservation
    }
  }
}

describe('two approvals', () => {
  const subject = { tool: 'deploy_release' } as ApprovalSubject
  const { signal } = new AbortController()
  const needsTwo = (tool: string): boolean => tool === 'deploy_release'
  const fresh = (): Spent => ({ redeemed: [], released: [] })

  it('are both spent for one call', async () => {
    const spent = fresh()
    const answer = (await requireTwoApprovals(approves('a', spent), approves('b', spent), needsTwo).reserve(subject, signal)) as ApprovalReservation
    expect([answer.id, await answer.redeem(), spent]).toEqual(['["a","b"]', true, { redeemed: ['a', 'b'], released: [] }])
    await answer.release()
    expect(spent.released).toEqual(['a', 'b'])
  })

  it('one is enough for a tool that needs one', async () => {
    const spent = fresh()
    const answer = (await requireTwoApprovals(approves('a', spent), approves('b', spent, 'denied'), needsTwo).reserve({ ...subject, tool: 'edit' }, signal)) as ApprovalReservation
    expect(answer.id).toBe('a')
  })

  it.each(['absent', 'denied'] as const)('the second that is %s gives the first back', async (other) => {
    const spent = fresh()
    expect(await requireTwoApprovals(approves('a', spent), approves('b', spent, other), needsTwo).reserve(subject, signal)).toBe(other)
    expect(spent).toEqual({ redeemed: [], released: ['a'] })
  })

  it('the first that is absent asks nobody else', async () => {
    expect(await requireTwoApprovals(approves('a', fresh(), 'absent'), approves('b', fresh(), new Error('asked')), needsTwo).reserve(subject, signal)).toBe('absent')
  })

  it('a second that fails gives the first back', async () => {
    const spent = fresh()
    await expect(requireTwoApprovals(approves('a', spent), approves('b', spent, new Error('down')), needsTwo).reserve(subject, signal)).rejects.toThrow('down')
    expect(spent.released).toEqual(['a'])
  })

  it('one that is gone meanwhile is no approval', async () => {
    const spent = fresh()
    const answer = (await requireTwoApprovals(approves('a', spent, 'gone'), approves('b', spent), needsTwo).reserve(subject, signal)) as ApprovalReservation
    expect([await answer.redeem(), spent.redeemed]).toEqual([false, ['a', 'b']])
  })
})
