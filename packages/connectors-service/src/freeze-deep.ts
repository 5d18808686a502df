/** Freezes a value of ours and all that it holds. */
export function freezeDeep<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value)
    for (const member of Object.values(value)) freezeDeep(member)
  }
  return value
}
