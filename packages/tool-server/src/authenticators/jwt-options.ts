import type { Clock, HttpExchange, JsonObject } from '@b10x/ports'
import { AUTHENTICATOR_BOUNDS } from './authenticator-bounds.ts'
import { demandEndpoint, demandText, refuseOption } from './refuse-option.ts'

/** An issuer, exactly as its tokens spell it in `iss`, and where its keys come from: one of the two. */
export interface TrustedIssuer {
  readonly issuer: string
  /** https, or http to this machine. */
  readonly jwksUri?: string
  /** A JSON Web Key Set with public keys. */
  readonly jwks?: JsonObject
}

export interface JwtAuthenticatorOptions extends Partial<TrustedIssuer> {
  /** More than one issuer, instead of `issuer` with `jwksUri` or `jwks`. */
  readonly issuers?: readonly TrustedIssuer[]
  /** This server, as tokens spell it in `aud`: its canonical URI. */
  readonly audience: string
  /** The algorithms that are taken, such as `ES256`. None with a shared key, and not `none`. */
  readonly algorithms: readonly string[]
  /** How far clocks may be apart, in seconds: 0 to 30, the default is 5. */
  readonly clockToleranceSeconds?: number
  /** The claim that names the tenant. Given, every token has to have it. */
  readonly tenantClaim?: string
  /** The claim with the scopes: a text with spaces, or a list. Default `scope`. */
  readonly scopeClaim?: string
  /** The `typ` of the header. Default `at+jwt` (RFC 9068); null for issuers that say nothing of use there. */
  readonly requiredType?: string | null
  /** Fetches keys. Without one, sockets of our own, which `close` ends. */
  readonly exchange?: HttpExchange
  readonly clock?: Clock
}

/** Signatures with a key pair (RFC 7518, 3.1; RFC 8037; RFC 9864). */
const ASYMMETRIC = /^(?:RS|PS|ES)(?:256|384|512)$|^(?:EdDSA|Ed25519)$/

/** @throws GovernedError `option_invalid` */
export function checkJwtOptions(options: JwtAuthenticatorOptions): readonly TrustedIssuer[] {
  const { issuer, jwksUri, jwks, issuers, audience, algorithms, clockToleranceSeconds: tolerance = 0 } = options
  demandText(audience, 'audience')
  if (!Array.isArray(algorithms) || algorithms.length === 0 || !algorithms.every((name) => typeof name === 'string' && ASYMMETRIC.test(name))) {
    refuseOption('algorithms', 'not a list of algorithms with a key pair')
  }
  if (!(tolerance >= 0 && tolerance <= AUTHENTICATOR_BOUNDS.maxClockToleranceSeconds)) refuseOption('clockToleranceSeconds', 'not between 0 and 30')
  if (options.requiredType !== undefined && options.requiredType !== null) demandText(options.requiredType, 'requiredType')
  if (options.tenantClaim !== undefined) demandText(options.tenantClaim, 'tenantClaim')
  if (options.scopeClaim !== undefined) demandText(options.scopeClaim, 'scopeClaim')
  if ((issuers === undefined) === (issuer === undefined)) refuseOption('issuer', 'either one issuer, or issuers')
  const one: TrustedIssuer = { issuer: issuer ?? '', ...(jwksUri === undefined ? {} : { jwksUri }), ...(jwks === undefined ? {} : { jwks }) }
  const trusted = issuers ?? [one]
  if (trusted.length === 0) refuseOption('issuers', 'empty')
  for (const each of trusted) checkIssuer(each)
  if (new Set(trusted.map((each) => each.issuer)).size !== trusted.length) refuseOption('issuers', 'one issuer twice')
  return trusted
}

function checkIssuer({ issuer, jwksUri, jwks }: TrustedIssuer): void {
  demandText(issuer, 'issuer')
  if ((jwksUri === undefined) === (jwks === undefined)) refuseOption('jwks', 'either jwksUri or jwks')
  if (jwksUri !== undefined) demandEndpoint(jwksUri, 'jwksUri')
}
