import type { GovernanceContract } from '../../contract/governance-contract.ts'
import type { Rule } from '../rule.ts'

const FACTS = { severity: 'error', stop: false, looksAt: 'documents', owasp: ['MCP01', 'MCP07'] } as const

function proxyOf(contract: GovernanceContract): NonNullable<NonNullable<GovernanceContract['transport']>['oauthProxy']> | null {
  const proxy = contract.transport?.oauthProxy ?? null
  return proxy?.used?.value === true ? proxy : null
}

export const PROXY_TIER: Rule = {
  ...FACTS,
  id: 'GOV-AUTH-007',
  title: 'An OAuth proxy is Tier 4 or higher',
  why: 'A server that brokers credentials of another authorization server can walk past every consent screen.',
  fix: 'State the tier of the pattern, 4 or higher, in the section "OAuth proxy".',
  *check({ contract }) {
    const proxy = proxyOf(contract)
    if (proxy === null) return
    const tier = /\btier\s*(\d+)/i.exec(proxy.text.value.slice(0, 65_536))?.[1]
    if (tier === undefined) yield { message: 'An OAuth proxy is used, and its tier is not stated.', at: proxy.text.at }
    else if (Number(tier) < 4) yield { message: `An OAuth proxy is used at Tier ${tier.slice(0, 9)}.`, at: proxy.text.at }
  }
}

export const PROXY_DECISION: Rule = {
  ...FACTS,
  id: 'GOV-AUTH-008',
  title: 'An OAuth proxy has a decision record',
  why: 'The confused deputy is real; that it was chosen, by whom and with which consent per client, has to be written down.',
  fix: 'Write a decision record under docs/adr that names the OAuth proxy.',
  *check({ contract }) {
    const proxy = proxyOf(contract)
    if (proxy === null) return
    const decided = contract.decisions.some(({ title, text }) =>
      /\b(?:oauth|authorization|credential)[\s-]+(?:proxy|broker\w*)|confused[\s-]deputy|R-MCP-006/i.test(
        `${title}\n${text}`.slice(0, 262_144)
      )
    )
    if (!decided) yield { message: 'An OAuth proxy is used, and no decision record is about it.', at: proxy.text.at }
  }
}
