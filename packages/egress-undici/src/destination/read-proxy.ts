import { classifyAddress } from './classify-address.ts'
import { METADATA_NAMES } from './metadata-addresses.ts'

export interface ProxyAddress {
  readonly host: string
  readonly port: number
}

/** @returns undefined where the text is not exactly `http://host:port`, or names a metadata service */
export function readProxy(text: string): ProxyAddress | undefined {
  if (!URL.canParse(text)) return undefined
  const { protocol, host, hostname, port, href } = new URL(text)
  const bare = hostname.replace(/^\[|\]$/g, '')
  if (protocol !== 'http:' || port === '0' || href !== `http://${host}/` || (text !== href && `${text}/` !== href)) return undefined
  if (METADATA_NAMES.has(bare) || classifyAddress(bare).fault === 'metadata') return undefined
  return { host: bare, port: port === '' ? 80 : Number(port) }
}
