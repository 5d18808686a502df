import { GovernedError } from '@b10x/ports/errors'

/** @throws GovernedError `option_invalid` */
export function refuseOption(option: string, reason: string): never {
  throw new GovernedError('option_invalid', { option, reason })
}

/** @throws GovernedError `option_invalid` for what is no text, or an empty one */
export function demandText(value: unknown, option: string): void {
  if (typeof value !== 'string' || value === '') refuseOption(option, 'not a text')
}

/**
 * https, or http to this machine; keys and tokens travel there.
 * @throws GovernedError `option_invalid`
 */
export function demandEndpoint(address: unknown, option: string): void {
  const url = typeof address === 'string' && URL.canParse(address) ? new URL(address) : null
  const local = url !== null && (/^127(\.\d+){3}$/.test(url.hostname) || ['localhost', '[::1]'].includes(url.hostname))
  const secure = url?.protocol === 'https:' || (url?.protocol === 'http:' && local)
  if (url === null || !secure || url.username !== '' || url.password !== '') refuseOption(option, 'not an https address')
}
