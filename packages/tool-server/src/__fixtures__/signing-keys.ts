import { generateKeyPairSync, sign } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import type { JsonObject } from '@b10x/ports'

export interface SigningKey {
  readonly kid: string
  readonly privateKey: KeyObject
  readonly publicKey: KeyObject
  /** The public half. */
  readonly jwk: JsonObject
}

export function createSigningKey(kid: string, type: 'ec' | 'rsa' = 'ec'): SigningKey {
  const pair = type === 'ec' ? generateKeyPairSync('ec', { namedCurve: 'P-256' }) : generateKeyPairSync('rsa', { modulusLength: 2048 })
  const alg = type === 'ec' ? 'ES256' : 'RS256'
  return { kid, ...pair, jwk: { ...(pair.publicKey.export({ format: 'jwk' }) as JsonObject), kid, alg, use: 'sig' } }
}

const encode = (part: object | string): string => Buffer.from(typeof part === 'string' ? part : JSON.stringify(part)).toString('base64url')

/** A token with exactly these parts, rightly signed: what no library would write. */
export function signToken(key: SigningKey, header: object | string, claims: object | string): string {
  const input = `${encode(header)}.${encode(claims)}`
  const options = key.privateKey.asymmetricKeyType === 'ec' ? { key: key.privateKey, dsaEncoding: 'ieee-p1363' as const } : { key: key.privateKey }
  return `${input}.${sign('sha256', Buffer.from(input), options).toString('base64url')}`
}
