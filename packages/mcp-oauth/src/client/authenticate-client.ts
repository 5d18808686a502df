import { ClientSecretPost, None, PrivateKeyJwt } from 'oauth4webapi'
import type { AuthorizationServer, ClientAuth } from 'oauth4webapi'
import type { OAuthClient } from './oauth-client.ts'

/**
 * How the client proves itself at the token endpoint: with its key (RFC 7523, 2.2), as its registration says, or with its
 * secret in the way that the metadata lists (RFC 8414, 2; Basic where it lists none). A secret that the server takes in
 * no way is not sent.
 */
export async function authenticateClient(client: OAuthClient, metadata: AuthorizationServer): Promise<ClientAuth> {
  if (client.privateKey !== null) return PrivateKeyJwt(await client.privateKey())
  const { clientSecret } = client
  if (clientSecret === null) return None()
  switch (chooseMethod(client.authMethod, metadata)) {
    case 'client_secret_post':
      return ClientSecretPost(clientSecret)
    case 'client_secret_basic':
      return basic(clientSecret)
    default:
      return None()
  }
}

function chooseMethod(registered: string | null, metadata: AuthorizationServer): string {
  if (registered !== null) return registered
  const listed = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
  return ['client_secret_basic', 'client_secret_post'].find((method) => listed.includes(method)) ?? 'none'
}

/**
 * RFC 6749, 2.3.1 wants both parts form-encoded. The library's own function also encodes `-` and `_`, which is allowed
 * and breaks with servers that do not decode; without that, both kinds understand it.
 */
function basic(secret: string): ClientAuth {
  const encode = (part: string): string => encodeURIComponent(part).replaceAll('%20', '+')
  return (_metadata, client, _body, headers) => {
    headers.set('authorization', `Basic ${btoa(`${encode(client.client_id)}:${encode(secret)}`)}`)
  }
}
