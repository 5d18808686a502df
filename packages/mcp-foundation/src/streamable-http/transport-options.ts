import type { HttpAuthorization } from '@b10x/ports'
import type { CredentialHeaders } from './credential-source.ts'
import type { HttpExchange } from './http-exchange.ts'

export interface HttpTransportOptions {
  /**
   * Headers for every request, credentials above all: a record, or a function that is asked for each request within its
   * deadline. Names that belong to the transport are refused. Values appear in no error and no output.
   */
  readonly headers?: CredentialHeaders | (() => CredentialHeaders | Promise<CredentialHeaders>)
  /**
   * Credentials that can be renewed, beside `headers`; a name may come from one of them. Asked for each request within
   * its deadline. A 401 or 403, which says that the server did nothing, is answered at most once each per message, and
   * the message is then sent again. Without it every challenge is `credential_rejected`.
   */
  readonly authorization?: HttpAuthorization
  /** What owns the sockets, instead of undici. Its owner closes it; closing a client only ends what runs through it. */
  readonly exchange?: HttpExchange
  /** Hosts, as `name` or `name:port`, that plain http may reach. Loopback always may. */
  readonly allowInsecureHosts?: readonly string[]
}

/** As above, with somebody else's sockets and no others. */
export interface ExchangeTransportOptions extends HttpTransportOptions {
  readonly exchange: HttpExchange
}
