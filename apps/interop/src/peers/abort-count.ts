/** How many running tool handlers of a server were told to stop. */
export interface AbortCount {
  add(): void
  /** Resolves with the count as soon as it is at least one. */
  atLeastOne(): Promise<number>
}

export function countAborts(): AbortCount {
  let count = 0
  let announce: () => void
  const first = new Promise<void>((resolve) => (announce = resolve))
  return {
    add() {
      count += 1
      announce()
    },
    atLeastOne: () => first.then(() => count)
  }
}
