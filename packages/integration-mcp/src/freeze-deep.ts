/** Freezes a value and all that it holds. What is frozen already is not looked into: a snapshot is frozen whole. */
export function freezeDeep<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value)
    for (const member of Object.values(value)) freezeDeep(member)
  }
  return value
}
