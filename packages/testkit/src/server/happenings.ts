/** Names of things that happened, and promises for those that have not: how scripts and tests wait without timers. */
export interface Happenings {
  /** Says that `name` happened once more. */
  happened(name: string): void
  /** Resolves once `name` has happened `times` times, at once if it already has. */
  waitFor(name: string, times?: number): Promise<void>
}

export function trackHappenings(): Happenings {
  const counts = new Map<string, number>()
  const waiting: { readonly name: string; readonly times: number; readonly resolve: () => void }[] = []
  return {
    happened(name) {
      const count = (counts.get(name) ?? 0) + 1
      counts.set(name, count)
      for (const entry of waiting.filter((one) => one.name === name && one.times <= count)) {
        waiting.splice(waiting.indexOf(entry), 1)
        entry.resolve()
      }
    },
    waitFor(name, times = 1) {
      if ((counts.get(name) ?? 0) >= times) return Promise.resolve()
      return new Promise((resolve) => waiting.push({ name, times, resolve }))
    }
  }
}
