import { GovernedError } from '@b10x/ports/errors'

/** Where to listen. */
export interface ListenOptions {
  /** Default 0: the system chooses. */
  readonly port?: number
  /** An address of this machine. Default `127.0.0.1`; any that is not loopback needs `authenticate`. */
  readonly host?: string
  /** Default `/mcp`. All others are 404, but for the metadata of a protected resource. */
  readonly path?: string
}

/** @throws GovernedError `option_invalid` */
export function readListenOptions({ port = 0, host = '127.0.0.1', path = '/mcp' }: ListenOptions): Required<ListenOptions> {
  if (!Number.isInteger(port) || port < 0 || port > 65_535) invalid('port', 'not a port number')
  // Without a host node listens on every address.
  if (typeof host !== 'string' || host === '') invalid('host', 'not an address')
  if (typeof path !== 'string' || !/^\/[\w.~!$&'()*+,;=:@%/-]*$/.test(path)) invalid('path', 'not a path')
  // Whatever this name stands for elsewhere, here it is loopback.
  return { port, host: host.toLowerCase() === 'localhost' ? '127.0.0.1' : host, path }
}

function invalid(option: string, reason: string): never {
  throw new GovernedError('option_invalid', { option, reason })
}
