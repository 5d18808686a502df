import { createMcpHandler } from '@modelcontextprotocol/server'
import type { McpServer } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import type { Authenticator } from '@b10x/ports'
import { guardHandler, listen } from '@b10x/tool-server'
import { createAdvice, SERVED_DOCUMENTS } from './advice.ts'
import { createGovernanceServer } from './create-server.ts'

export interface GovernanceServerOptions {
  /** The folder of the project. Nothing outside it is read. */
  readonly root: string
  /** `YYYY-MM-DD`, UTC, at each question. Default: the day of the clock. */
  readonly today?: () => string
}

export interface HttpGovernanceOptions extends GovernanceServerOptions {
  /** Default 0: the system chooses. */
  readonly port?: number
  /** Absent: nobody is asked, and only loopback is served. */
  readonly authenticate?: Authenticator
}

export interface GovernanceServer {
  /** `http://127.0.0.1:<port>/mcp` */
  readonly url: string
  close(): Promise<void>
}

/**
 * Serves the contract and the rules read-only over HTTP on loopback, in both eras, without sessions: Host, Origin, bearer and
 * limits are those of `@b10x/tool-server`.
 * @throws GovernedError `option_invalid`, `document_unreadable` for a folder that is not there and a document that leaves it
 */
export async function startGovernanceServer(options: HttpGovernanceOptions): Promise<GovernanceServer> {
  const create = factoryOf(options)
  const handler = createMcpHandler(create, { legacy: 'stateless' })
  const guarded = guardHandler((request) => handler.fetch(request), options.authenticate === undefined ? {} : { authenticate: options.authenticate })
  const listening = await listen(guarded, { port: options.port ?? 0 })
  return {
    url: listening.url,
    async close() {
      await handler.close()
      await listening.close()
    }
  }
}

/** Serves one client over the standard input and output of this process; it ends with its input. */
export function serveGovernanceStdio(options: GovernanceServerOptions): { close(): Promise<void> } {
  return serveStdio(factoryOf(options))
}

/** What cannot be read is said at the start and not with the first question. */
function factoryOf({ root, today = () => new Date().toISOString().slice(0, 10) }: GovernanceServerOptions): () => McpServer {
  const advice = createAdvice(root, today)
  const documents = SERVED_DOCUMENTS.filter((path) => advice.readDocument(path) !== null)
  return () => createGovernanceServer(advice, documents)
}
