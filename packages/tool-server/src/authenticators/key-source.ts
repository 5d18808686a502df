import type { JsonObject } from '@b10x/ports'
import { GovernedError } from '@b10x/ports/errors'
import { createLocalJWKSet, errors } from 'jose'
import type { CryptoKey, FlattenedJWSInput, JSONWebKeySet, JWSHeaderParameters } from 'jose'
import { AUTHENTICATOR_BOUNDS } from './authenticator-bounds.ts'

/** Gives the key that a token names. Rejects with an error of jose, or `authenticator_unavailable`. */
export type KeySource = (header: JWSHeaderParameters, token: FlattenedJWSInput) => Promise<CryptoKey>

/** @throws TypeError for something that is no key set */
export function fixedKeys(keys: JsonObject): KeySource {
  return createLocalJWKSet(keys as unknown as JSONWebKeySet)
}

/**
 * A key set that is fetched when it is first needed, when it is old, and when a token names a key that it does not have:
 * for that at most once per cooldown, whether the fetch worked or not, so that a flood of made-up keys costs one fetch.
 * One fetch at a time, for all tokens that wait.
 *
 * @param fetchKeys rejects with `authenticator_unavailable`
 */
export function fetchedKeys(fetchKeys: () => Promise<JsonObject>, now: () => number): KeySource {
  const { maxKeysAgeMs, keysCooldownMs, keysRetryMs } = AUTHENTICATOR_BOUNDS
  let keys: KeySource | null = null
  let fetchedAt = -Infinity
  let askedAt = -Infinity
  let running: Promise<KeySource> | null = null

  async function refresh(): Promise<KeySource> {
    askedAt = now()
    const document = await fetchKeys()
    try {
      keys = fixedKeys(document)
    } catch {
      throw new GovernedError('authenticator_unavailable', {})
    }
    fetchedAt = now()
    return keys
  }

  function refreshed(): Promise<KeySource> {
    const failedJustNow = askedAt > fetchedAt && now() - askedAt < keysRetryMs
    if (running === null && failedJustNow) return Promise.reject(new GovernedError('authenticator_unavailable', {}))
    running ??= refresh().finally(() => (running = null))
    return running
  }

  return async (header, token) => {
    const current = keys !== null && now() - fetchedAt < maxKeysAgeMs ? keys : await refreshed()
    try {
      return await current(header, token)
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error
      if (running === null && now() - askedAt < keysCooldownMs) throw error
      return (await refreshed())(header, token)
    }
  }
}
