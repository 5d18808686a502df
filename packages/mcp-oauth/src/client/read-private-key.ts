import { createPrivateKey } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import type { PrivateKey } from 'oauth4webapi'
import { GovernedError } from '@b10x/ports/errors'

/** Signature algorithms of a client assertion (RFC 7518, 3.1; RFC 8037). */
export type ClientAssertionAlgorithm = 'ES256' | 'ES384' | 'ES512' | 'RS256' | 'RS384' | 'RS512' | 'PS256' | 'PS384' | 'PS512' | 'EdDSA'

/** How Web Crypto imports a key. */
interface ImportParameters {
  readonly name: string
  readonly namedCurve?: string
  readonly hash?: string
}

const CURVES: Readonly<Record<string, { readonly algorithm: ClientAssertionAlgorithm; readonly namedCurve: string }>> = {
  prime256v1: { algorithm: 'ES256', namedCurve: 'P-256' },
  secp384r1: { algorithm: 'ES384', namedCurve: 'P-384' },
  secp521r1: { algorithm: 'ES512', namedCurve: 'P-521' }
}

/**
 * Reads a PEM text at once, so that a wrong one is refused before anything is sent, and hands it to Web Crypto when it is
 * first used.
 * @throws GovernedError `option_invalid`, without anything of the text
 */
export function readPrivateKey(
  pem: string,
  algorithm: ClientAssertionAlgorithm | undefined,
  keyId: string | undefined
): () => Promise<PrivateKey> {
  const key = parse(pem)
  const parameters = importParameters(key, algorithm)
  let imported: Promise<PrivateKey> | null = null
  return () => (imported ??= load(key, parameters, keyId))
}

function parse(pem: string): KeyObject {
  try {
    return createPrivateKey(pem)
  } catch {
    throw refused('not_a_key')
  }
}

async function load(key: KeyObject, parameters: ImportParameters, keyId: string | undefined): Promise<PrivateKey> {
  const der = new Uint8Array(key.export({ type: 'pkcs8', format: 'der' }))
  const imported = await crypto.subtle.importKey('pkcs8', der, parameters, false, ['sign'])
  return keyId === undefined ? { key: imported } : { key: imported, kid: keyId }
}

function importParameters(key: KeyObject, algorithm: ClientAssertionAlgorithm | undefined): ImportParameters {
  const curve = CURVES[key.asymmetricKeyDetails?.namedCurve ?? '']
  if (key.asymmetricKeyType === 'ec' && curve !== undefined && (algorithm ?? curve.algorithm) === curve.algorithm) {
    return { name: 'ECDSA', namedCurve: curve.namedCurve }
  }
  if (key.asymmetricKeyType === 'ed25519' && (algorithm ?? 'EdDSA') === 'EdDSA') return { name: 'Ed25519' }
  const rsa = /^([RP])S(256|384|512)$/.exec(algorithm ?? 'RS256')
  if (key.asymmetricKeyType === 'rsa' && rsa !== null) {
    return { name: rsa[1] === 'P' ? 'RSA-PSS' : 'RSASSA-PKCS1-v1_5', hash: `SHA-${rsa[2] ?? ''}` }
  }
  throw refused('algorithm')
}

function refused(reason: string): GovernedError {
  return new GovernedError('option_invalid', { option: 'privateKey', reason })
}
