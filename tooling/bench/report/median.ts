/** The middle value, or the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  if (values.length === 0) throw new RangeError('no values')
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  const [low, high] = [sorted[sorted.length % 2 === 0 ? middle - 1 : middle] ?? 0, sorted[middle] ?? 0]
  return (low + high) / 2
}

/** The smallest value that at least `share` of all are not above. */
export function percentile(values: readonly number[], share: number): number {
  if (values.length === 0) throw new RangeError('no values')
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0
}
