/** The user and the browser of an authorization request, by plain HTTP. */

export interface Visit {
  /** Default: approve. */
  readonly decision?: 'approve' | 'cancel'
  /** Default: `alice`. */
  readonly login?: string
}

const MAX_STEPS = 20

/**
 * Follows the address, logs in, answers the question of consent, and returns the address that the user is sent back to:
 * the first one on another origin.
 */
export async function visitAuthorization(address: string | URL, visit: Visit = {}): Promise<string> {
  const { origin } = new URL(address)
  const cookies = new Map<string, string>()
  let at = String(address)
  let form: URLSearchParams | null = null
  for (let step = 0; step < MAX_STEPS; step += 1) {
    const headers: Record<string, string> = { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') }
    const response: Response = await fetch(at, { redirect: 'manual', headers, ...(form === null ? {} : { method: 'POST', body: form }) })
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';')
      cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1))
    }
    const text = await response.text()
    const location = response.headers.get('location')
    if (location !== null) {
      at = new URL(location, at).href
      form = null
      if (new URL(at).origin !== origin) return at
      continue
    }
    const prompt = /name="prompt" value="(\w+)"/.exec(text)?.[1]
    if (prompt === undefined) throw new Error(`The authorization server answered ${response.status} and asked for nothing.`)
    if (visit.decision === 'cancel') at = `${at}/abort`
    else form = new URLSearchParams({ prompt, login: visit.login ?? 'alice', password: 'any' })
  }
  throw new Error('The authorization server never sent the user back.')
}
