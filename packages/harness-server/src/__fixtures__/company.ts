/// <reference types="node" />
// A company with a real authorization server (oidc-provider), whose tokens are JWTs for one resource.
import type { Authenticator } from '@b10x/ports'
import { startAuthorizationServer } from '@b10x/testkit'
import { jwtAuthenticator } from '@b10x/tool-server'

/** The public address of the harness: what tokens are for, wherever the test listens. */
export const RESOURCE = 'https://agents.example.com/mcp'

const SECRET = 'a-secret-of-the-company'

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
  const { issuer } = server
  const tokens = jwtAuthenticator({ issuer, jwksUri: `${issuer}/jwks`, audience: RESOURCE, algorithms: ['ES256'] })
  return {
    issuer,
    authenticator: {
      async authenticate(request) {
        const answer = await tokens.authenticate(request)
        return typeof answer === 'string' ? answer : { ...answer, tenantId: TENANTS[answer.subject] ?? 'nobody' }
      }
    },
    async token(client, scope = 'mcp:invoke', resource = RESOURCE) {
      const response = await fetch(`${issuer}/token`, {
        method: 'POST',
        headers: { authorization: `Basic ${Buffer.from(`${client}:${SECRET}`).toString('base64')}` },
        body: new URLSearchParams({ grant_type: 'client_credentials', scope, resource })
      })
      const { access_token: token } = (await response.json()) as { readonly access_token?: string }
      if (token === undefined) throw new TypeError('no token')
      return token
    },
    async [Symbol.asyncDispose]() {
      await tokens.close()
      await server.close()
    }
  }
}

