/// <reference types="node" />
// A company with a real authorization server (oidc-provider), whose tokens are JWTs for one resource.
import type { Authenticator } from '@b10x/ports'
import { startAuthorizationServer } from '@b10x/testkit'

/** The public address of the harness: what tokens are for, wherever the test listens. */
export const RESOURCE = 'https://agents.example.com/mcp'

export const SECRET = 'a-secret-of-the-company'

export interface Company extends AsyncDisposable {
  readonly issuer: string
  readonly authenticator: Authenticator
  /** A fresh token of a client. */
  token(client: string, scope?: string, resource?: string): Promise<string>
}

/** Which client belongs to which tenant: a fact of the company, not of the token. */
const TENANTS: Readonly<Record<string, string>> = { alice: 'acme', bob: 'acme', carol: 'globex' }

export async function startCompany(): Promise<Company> {
  const clients = Object.keys(TENANTS).map((id) => ({ id, secret: SECRET }))
  const server = await startAuthorizationServer({ clients, scopes: 'mcp:invoke mcp:other' })
  return {
    issuer: server.issuer,
    authenticator: {
      async authenticate({ token }) {
        if (token === null) return 'missing'
        const verified = await server.verify(token, RESOURCE)
        if (verified === null) return 'invalid'
        return { subject: verified.clientId, scopes: verified.scopes, tenantId: TENANTS[verified.clientId] ?? 'nobody', issuer: server.issuer }
      }
    },
    async token(client, scope = 'mcp:invoke', resource = RESOURCE) {
      const response = await fetch(`${server.issuer}/token`, {
        method: 'POST',
        headers: { authorization: `Basic ${Buffer.from(`${client}:${SECRET}`).toString('base64')}` },
        body: new URLSearchParams({ grant_type: 'client_credentials', scope, resource })
      })
      const { access_token: token } = (await response.json()) as { readonly access_token?: string }
      if (token === undefined) throw new TypeError('no token')
      return token
    },
    [Symbol.asyncDispose]: () => server.close()
  }
}

