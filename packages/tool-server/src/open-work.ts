/** Something that holds a server open. It stands in one list, whose links it carries: every request is one of these. */
export interface Work {
  /** Ends it without an answer. */
  abandon(): void
  before: Work | null
  after: Work | null
}

/** What is under way, so that closing can wait for it and then stop waiting. */
export class OpenWork {
  #first: Work | null = null
  #wake: (() => void) | null = null

  begin(work: Work): void {
    work.after = this.#first
    if (this.#first !== null) this.#first.before = work
    this.#first = work
  }

  /** Once for each that began. */
  end(work: Work): void {
    const { before, after } = work
    if (before === null) this.#first = after
    else before.after = after
    if (after !== null) after.before = before
    if (this.#first === null) this.#wake?.()
  }

  /** @returns whether everything ended within `ms` milliseconds */
  async drain(ms: number): Promise<boolean> {
    if (this.#first === null) return true
    let timer: NodeJS.Timeout | undefined
    const idle = await new Promise<boolean>((resolve) => {
      this.#wake = () => resolve(true)
      timer = setTimeout(() => resolve(false), ms)
    })
    clearTimeout(timer)
    return idle
  }

  abandon(): void {
    const all: Work[] = []
    for (let work = this.#first; work !== null; work = work.after) all.push(work)
    for (const work of all) work.abandon()
  }
}
