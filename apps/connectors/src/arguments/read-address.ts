import { refuseUsage } from '@b10x/mcp-cli/command-line'

/**
 * The address of a destination that can be reviewed: nothing in it may be a credential, for it goes into the profile.
 * Whether it can be reached is the egress's to say.
 * @throws GovernedError `usage_invalid`, never with the address
 */
export function readAddress(text: string): string {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return refuseUsage('The server is named by an https address, or by one with http on this machine.')
  const { username, password, search, hash, href } = new URL(text)
  if (username !== '' || password !== '') return refuseUsage('The address holds user information. Name a credential with --bearer-env.')
  if (search !== '' || hash !== '') return refuseUsage('The address has a query or a fragment, which may hold a credential. A destination is an origin and a path.')
  return href
}
