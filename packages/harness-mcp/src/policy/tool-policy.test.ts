import type { PolicyDecision, ToolEffect } from '@b10x/ports'
import { expectThrownCode } from '@b10x/testkit'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toolPolicy } from './tool-policy.ts'
import type { ToolPolicyRules } from './tool-policy.ts'

async function decide(rules: ToolPolicyRules, tool: string, effect?: ToolEffect): Promise<PolicyDecision> {
  return toolPolicy(rules).decide({ tool, source: 'mail', arguments: {}, ...(effect === undefined ? {} : { effect }) })
}

async function versionOf(rules: ToolPolicyRules): Promise<string> {
  return (await decide(rules, 'any')).policyVersion
}

describe('without a rule', () => {
  it.each([
    ['none', 'allow'],
    ['read', 'allow'],
    ['write', 'approval'],
    ['execute', 'approval'],
    [undefined, 'approval']
  ] as const)('an effect of %s means %s', async (effect, decision) => {
    expect((await decide({}, 'any', effect)).decision).toBe(decision)
    expect((await decide({ allow: ['other'], approve: ['*other'], deny: ['other*'] }, 'any', effect)).decision).toBe(decision)
  })

  it('an effect that nobody knows means approval', async () => {
    expect((await decide({}, 'any', 'toString' as never)).decision).toBe('approval')
  })
})

describe('a rule', () => {
  it.each<[string, ToolPolicyRules, PolicyDecision['decision']]>([
    ['allows what writes', { allow: ['mail_send'] }, 'allow'],
    ['asks for what was allowed', { allow: ['*'], approve: ['mail_*'] }, 'approval'],
    ['denies what was approved', { allow: ['*'], approve: ['*'], deny: ['*_send'] }, 'deny'],
    ['is about published names, case included', { allow: ['MAIL_SEND', 'mail_sen', 'ail_send', 'mail?send', 'mail.send'] }, 'approval'],
    ['matches with stars anywhere', { deny: ['m*l_*d'] }, 'deny'],
    ['matches nothing where nothing is left for its pieces', { deny: ['mail_send*send'] }, 'approval']
  ])('%s', async (_, rules, decision) => expect((await decide(rules, 'mail_send', 'write')).decision).toBe(decision))

  it('of deny wins, whatever else there is', async () => {
    const patterns = fc.array(fc.stringMatching(/^[ab*]{1,6}$/), { maxLength: 4 })
    await fc.assert(
      fc.asyncProperty(patterns, patterns, fc.stringMatching(/^[ab]{1,8}$/), async (allow, approve, tool) => {
        expect((await decide({ allow, approve, deny: ['x', tool] }, tool, 'read')).decision).toBe('deny')
      })
    )
  })
})

describe('the version', () => {
  it('is the same for the same rules, in any order', async () => {
    expect(await versionOf({ allow: ['a', 'b', 'a'], deny: [] })).toBe(await versionOf({ allow: ['b', 'a'] }))
  })

  it('is another one for other rules', async () => {
    const rules: readonly ToolPolicyRules[] = [{}, { allow: ['a'] }, { approve: ['a'] }, { deny: ['a'] }, { allow: ['a', 'b'] }, { allow: ['a,b'] }]
    expect(new Set(await Promise.all(rules.map(versionOf))).size).toBe(rules.length)
  })

  it('is the one that is given', async () => expect(await versionOf({ version: '7', allow: ['a'] })).toBe('7'))
})

it.each<[string, unknown]>([
  ['allowed', { allowed: ['a'] }],
  ['allow', { allow: 'a' }],
  ['approve', { approve: [''] }],
  ['deny', { deny: [1] }],
  ['version', { version: '' }]
])('refuses %s where it cannot be meant', (option, rules) => {
  expect(expectThrownCode(() => toolPolicy(rules as never), 'option_invalid').details).toMatchObject({ option })
})

it('does not change with the object that it was made from', async () => {
  const deny = ['mail_send']
  const policy = toolPolicy({ deny })
  deny.pop()
  expect(await policy.decide({ tool: 'mail_send', source: 'mail', arguments: {} })).toMatchObject({ decision: 'deny' })
})
