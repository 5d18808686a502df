// Everything named here is public API: a change of a line is a change for users.
export { createHttpExchange } from './streamable-http/create-http-exchange.ts'
export type { HttpExchangeOptions } from './streamable-http/create-http-exchange.ts'
export { httpTransport } from './streamable-http/http-transport.ts'
export type { HttpTransportOptions } from './streamable-http/transport-options.ts'
export type { CredentialHeaders } from './streamable-http/credential-source.ts'
export type { HttpExchange, HttpRequest, HttpResponseSink } from './streamable-http/http-exchange.ts'
