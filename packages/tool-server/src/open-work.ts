/** Something that holds a server open. */
export interface Work {
  /** Ends it without an answer. */
  abandon(): void
}

/** What is under way, so that closing can wait for it and then stop waiting. */
export class OpenWork {
  readonly #open = new Set<Work>()
  #wake: (() => void) | null = null

  begin(work: Work): void {
    this.#open.add(work)
  }

  end(work: Work): void {
    this.#open.delete(work)
    if (this.#open.size === 0) this.#wake?.()
  }

  /** @returns whether everything ended within `ms` milliseconds */
  async drain(ms: number): Promise<boolean> {
    if (this.#open.size === 0) return true
    let timer: NodeJS.Timeout | undefined
    const idle = await new Promise<boolean>((resolve) => {
      this.#wake = () => resolve(true)
      timer = setTimeout(() => resolve(false), ms)
    })
    clearTimeout(timer)
    return idle
  }

  abandon(): void {
    for (const work of this.#open) work.abandon()
  }
}
