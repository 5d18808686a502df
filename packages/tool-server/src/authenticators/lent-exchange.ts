import type { HttpExchange } from '@b10x/ports'

/** The exchange of the host, or one of our own, which is opened with the first request and closed with its owner. */
export interface LentExchange {
  get(): Promise<HttpExchange>
  /** Closes it where it is our own. */
  close(): Promise<void>
}

export function lendExchange(given: HttpExchange | undefined): LentExchange {
  let own: Promise<HttpExchange> | null = null
  return {
    get() {
      if (given !== undefined) return Promise.resolve(given)
      own ??= import('@b10x/mcp-foundation/http').then(({ createHttpExchange }) => createHttpExchange())
      return own
    },
    async close() {
      await (await own)?.close()
    }
  }
}
