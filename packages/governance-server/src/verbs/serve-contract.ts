import { GovernedError } from '@b10x/ports/errors'
import { staticTokenAuthenticator } from '@b10x/tool-server'
import type { CommandIo } from '../cli/command-io.ts'
import type { Invocation } from '../cli/invocation.ts'
import { serveGovernanceStdio, startGovernanceServer } from '../serve/serve-governance.ts'

/** `serve`: until the input ends, or somebody interrupts. Exit status 0. */
export async function serveContract(asked: Invocation & { readonly verb: 'serve' }, io: CommandIo): Promise<number> {
  if (asked.transport === 'stdio') {
    serveGovernanceStdio({ root: asked.root })
    await new Promise<void>((resolve) => {
      process.stdin.once('close', resolve).once('end', resolve)
      io.signal.addEventListener('abort', () => resolve(), { once: true })
    })
    return 0
  }
  const server = await startGovernanceServer({ root: asked.root, port: asked.port, ...tokenOf(asked.tokenVariable, io) })
  io.err(`listening on ${server.url}\n`)
  await new Promise<void>((resolve) => {
    if (io.signal.aborted) return resolve()
    io.signal.addEventListener('abort', () => resolve(), { once: true })
  })
  await server.close()
  return 0
}

function tokenOf(variable: string | null, { env }: CommandIo): { readonly authenticate?: ReturnType<typeof staticTokenAuthenticator> } {
  if (variable === null) return {}
  const token = env[variable] ?? ''
  if (token === '') throw new GovernedError('variable_missing', { names: [variable] })
  return { authenticate: staticTokenAuthenticator({ [token]: { subject: 'operator', scopes: [] } }) }
}
