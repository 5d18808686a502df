export interface RunCounts {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
}

/** The counts at the end of `node --test`. A run without them failed. */
export function readTap(text: string): RunCounts {
  const counts = new Map([...text.matchAll(/^# (pass|fail|cancelled|skipped|todo) (\d+)$/gm)].map(([, name, count]) => [name, Number(count)]))
  const count = (name: string): number => counts.get(name) ?? 0
  const failed = count('fail') + count('cancelled')
  return { passed: count('pass'), failed: counts.has('pass') ? failed : Math.max(1, failed), skipped: count('skipped') + count('todo') }
}
