/** Tells many listeners that the tools changed, over one subscription at the source. */
export interface ChangeFeed {
  /** Whether `listChanged` may be declared. */
  readonly offered: boolean
  /** Null when as many listen as may. */
  listen(listener: ChangeListener): (() => void) | null
  /** Ends every subscription gracefully. */
  end(): void
}

export interface ChangeListener {
  changed(): void
  /** The server closes. */
  ended(): void
}

export function createChangeFeed(changes: ((listener: () => void) => () => void) | undefined, limit: number): ChangeFeed {
  const listeners = new Set<ChangeListener>()
  let stop: (() => void) | null = null
  const onChange = (): void => {
    for (const listener of listeners) listener.changed()
  }
  return {
    offered: changes !== undefined,
    listen(listener) {
      if (listeners.size >= limit) return null
      listeners.add(listener)
      stop ??= changes?.(onChange) ?? null
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0) return
        stop?.()
        stop = null
      }
    },
    end() {
      for (const listener of listeners) listener.ended()
    }
  }
}
