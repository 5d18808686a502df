import {
  authorizationCodeGrantRequest,
  clientCredentialsGrantRequest,
  processAuthorizationCodeResponse,
  processClientCredentialsResponse,
  processRefreshTokenResponse,
  refreshTokenGrantRequest,
  validateAuthResponse
} from 'oauth4webapi'
import type { AuthorizationServer, TokenEndpointResponse } from 'oauth4webapi'
import { isGovernedError } from '@b10x/ports/errors'
import { authenticateClient } from '../client/authenticate-client.ts'
import type { OAuthClient } from '../client/oauth-client.ts'
import { overExchange } from '../http/library-fetch.ts'
import type { LibraryOptions } from '../http/library-fetch.ts'
import type { SendRequest } from '../http/send-request.ts'
import { checkTokenResponse, explainTokenFault, tokenRequestFailed } from './check-token-response.ts'

/** An answer that was judged, and what was recorded with its request. */
interface CodeGrant {
  readonly kind: 'authorization_code'
  readonly response: URLSearchParams
  readonly state: string
  readonly issPromised: boolean
  readonly redirectUrl: string
  readonly codeVerifier: string
}

/** What tokens are asked for with. */
export type Grant =
  | { readonly kind: 'client_credentials'; readonly scope: string }
  | { readonly kind: 'refresh_token'; readonly refreshToken: string }
  | CodeGrant

export interface TokenRequest {
  readonly metadata: AuthorizationServer
  readonly client: OAuthClient
  /** RFC 8707: in every request. */
  readonly resource: string
  readonly grant: Grant
}

/**
 * One request to the token endpoint, which no caller can cancel: a token that was rotated or a code that was used is lost
 * with its response. Its own deadline ends it.
 *
 * @throws GovernedError `token_request_failed`, `token_response_invalid`, `redirect_denied`; nothing of the response is in them
 */
export async function requestTokens(send: SendRequest, request: TokenRequest): Promise<TokenEndpointResponse> {
  const { metadata, client, resource, grant } = request
  const identity = { client_id: client.clientId }
  try {
    const proof = await authenticateClient(client, metadata)
    const over: LibraryOptions = overExchange(send, String(metadata.token_endpoint), explainTokenFault)
    const options = { ...over, additionalParameters: { resource } }
    switch (grant.kind) {
      case 'client_credentials': {
        const parameters = { resource, ...(grant.scope === '' ? {} : { scope: grant.scope }) }
        const response = await clientCredentialsGrantRequest(metadata, identity, proof, parameters, over)
        await checkTokenResponse(response)
        return await processClientCredentialsResponse(metadata, identity, response)
      }
      case 'refresh_token': {
        const response = await refreshTokenGrantRequest(metadata, identity, proof, grant.refreshToken, options)
        await checkTokenResponse(response)
        return await processRefreshTokenResponse(metadata, identity, response)
      }
      case 'authorization_code': {
        const promised = { ...metadata, authorization_response_iss_parameter_supported: grant.issPromised }
        const answered = validateAuthResponse(promised, identity, grant.response, grant.state)
        const { redirectUrl, codeVerifier } = grant
        const response = await authorizationCodeGrantRequest(metadata, identity, proof, answered, redirectUrl, codeVerifier, options)
        await checkTokenResponse(response)
        return await processAuthorizationCodeResponse(metadata, identity, response)
      }
    }
  } catch (error) {
    throw isGovernedError(error) ? error : tokenRequestFailed(error)
  }
}
