import type { HttpExchange } from '@b10x/ports'
import { startAuthorizationServer, startBearerGate } from '@b10x/testkit'
import type { AuthorizationServer, AuthorizationServerOptions, BearerGate, BearerGateOptions } from '@b10x/testkit'
import { createNodeExchange } from './node-exchange.ts'

/** A real authorization server, a resource server that believes it, and an exchange to talk to both. */
export interface RealServers extends AsyncDisposable {
  readonly authorizationServer: AuthorizationServer
  readonly gate: BearerGate
  readonly exchange: HttpExchange
}

export async function startRealServers(
  options: AuthorizationServerOptions = {},
  gateOptions: Omit<BearerGateOptions, 'authorizationServer'> = {}
): Promise<RealServers> {
  const authorizationServer = await startAuthorizationServer(options)
  const gate = await startBearerGate({ ...gateOptions, authorizationServer })
  const exchange = createNodeExchange()
  return {
    authorizationServer,
    gate,
    exchange,
    async [Symbol.asyncDispose]() {
      await exchange.close()
      await gate.close()
      await authorizationServer.close()
    }
  }
}
