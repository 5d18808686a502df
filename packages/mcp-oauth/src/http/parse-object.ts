/** A JSON object of a peer, whose members are own members; null where the text is anything else. */
export function parseObject(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
    return Object.assign(Object.create(null) as Record<string, unknown>, value)
  } catch {
    return null
  }
}
