import type { GovernanceContract } from '@b10x/governance-rules'
import type { Target } from '../cli/invocation.ts'
import type { Observer } from './observation.ts'
import type { RawAsker } from './raw-ask.ts'

/** A list that may change can be kept for a quarter of an hour. */
const MAX_TTL_MS = 900_000

/** What `tools/list` of 2026-07-28 says about keeping it, beside what the documents say about its changing. */
export async function judgeCacheHints(target: Target, bearer: string | null, modern: boolean, { registry, capabilities }: GovernanceContract, asker: RawAsker, observer: Observer): Promise<void> {
  if (target.kind !== 'http' || !modern) return observer.say('GOV-PROBE-011', 'not_applicable', 'Cache hints are looked at over HTTP, in 2026-07-28.')
  const answer = await asker.ask(target.url, bearer === null ? [] : [['authorization', `Bearer ${bearer}`]], 'tools/list')
  const ttl = /"ttlMs"\s*:\s*(\d{1,15})/.exec(answer?.body ?? '')?.[1]
  if (ttl === undefined) return observer.say('GOV-PROBE-011', 'unproven', 'The list came without a hint that could be read.')
  const changes = registry?.dynamicTools?.listChanged ?? capabilities?.sections.find(({ capability }) => capability.value === 'tools')?.listChanged ?? null
  if (changes?.value === true && Number(ttl) > MAX_TTL_MS) observer.say('GOV-PROBE-011', 'fail', `The documents say that the list changes, and it may be kept for ${ttl} ms.`, changes.at)
  else observer.say('GOV-PROBE-011', 'pass', `The list may be kept for ${ttl} ms.`)
}
