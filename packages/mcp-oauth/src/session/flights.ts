/** Work that several requests wait for, done once. */
export interface Flights {
  /**
   * Joins the flight of that purpose, or starts it. A caller that is aborted leaves; with the last one the flight's own
   * signal is aborted.
   */
  join<T>(purpose: string, signal: AbortSignal | undefined, task: (signal: AbortSignal) => Promise<T>): Promise<T>
}

interface Flight {
  readonly outcome: Promise<unknown>
  readonly control: AbortController
  waiting: number
}

export function createFlights(): Flights {
  const flights = new Map<string, Flight>()

  function start(purpose: string, task: (signal: AbortSignal) => Promise<unknown>): Flight {
    const control = new AbortController()
    const flight: Flight = { outcome: task(control.signal), control, waiting: 0 }
    const land = (): void => void (flights.get(purpose) === flight && flights.delete(purpose))
    flight.outcome.then(land, land)
    flights.set(purpose, flight)
    return flight
  }

  function leave(purpose: string, flight: Flight, reason: unknown): void {
    flight.waiting -= 1
    if (flight.waiting > 0) return
    if (flights.get(purpose) === flight) flights.delete(purpose)
    flight.control.abort(reason)
  }

  return {
    async join<T>(purpose: string, signal: AbortSignal | undefined, task: (signal: AbortSignal) => Promise<T>): Promise<T> {
      signal?.throwIfAborted()
      const flight = flights.get(purpose) ?? start(purpose, task)
      flight.waiting += 1
      const outcome = flight.outcome as Promise<T>
      if (signal === undefined) return outcome
      let stop = (): void => undefined
      const aborted = new Promise<never>((_resolve, reject) => {
        const onAbort = (): void => {
          leave(purpose, flight, signal.reason)
          reject(signal.reason as Error)
        }
        signal.addEventListener('abort', onAbort, { once: true })
        stop = () => signal.removeEventListener('abort', onAbort)
      })
      try {
        return await Promise.race([outcome, aborted])
      } finally {
        stop()
      }
    }
  }
}
