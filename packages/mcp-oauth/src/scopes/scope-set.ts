import { OAUTH_BOUNDS } from '../bounds.ts'

/** RFC 6749, 3.3. What is not a scope token is left out. */
const SCOPE_TOKEN = /^[\x21\x23-\x5b\x5d-\x7e]+$/

export function splitScope(text: string): readonly string[] {
  return uniteScopes(text.split(' '))
}

/** All of them once, in order of first appearance. */
export function uniteScopes(...sets: readonly (readonly string[])[]): readonly string[] {
  return [...new Set(sets.flat().filter((scope) => SCOPE_TOKEN.test(scope)))]
}

export function coversScopes(granted: readonly string[], needed: readonly string[]): boolean {
  return needed.every((scope) => granted.includes(scope))
}

/** Null where the request would become too long for servers to take. */
export function joinScopes(scopes: readonly string[]): string | null {
  const text = scopes.join(' ')
  return text.length > OAUTH_BOUNDS.maxScopeCharacters ? null : text
}
