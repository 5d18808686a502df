import path from 'node:path'
import { parseRunProfile } from '@b10x/harness-mcp'
import type { JsonObject } from '@b10x/mcp-foundation'
import type { TargetArgument } from '../arguments/invocation.ts'

/** `connection` of a profile that stands in `folder`, for a server that was named while standing in `cwd`. */
export function draftConnection(target: TargetArgument, { cwd, folder }: { readonly cwd: string; readonly folder: string }): JsonObject {
  if (target.kind === 'url') {
    const { transport, url, bearerEnv, headersEnv, allowInsecure } = target
    const headers = Object.fromEntries(headersEnv.map(({ header, variable }) => [header, variable]))
    return {
      transport,
      url,
      ...(bearerEnv === null ? {} : { bearerEnv }),
      ...(headersEnv.length === 0 ? {} : { headersEnv: headers }),
      ...(allowInsecure ? { allowInsecure } : {})
    }
  }
  const { command, env } = target
  const relative = path.relative(folder, cwd)
  return { transport: 'stdio', command, ...(env.length === 0 ? {} : { env }), ...(relative === '' ? {} : { cwd: relative }) }
}

/** What a profile needs beside a connection. */
const COMPLETE = {
  format: 'b10x.harness-run-profile.v1',
  snapshot: { path: 'x', digest: `sha256:${'0'.repeat(64)}` },
  tools: [{ remote: 'x', name: 'x', description: 'x', effect: 'read', risk: 'low', idempotency: 'idempotent', access: 'local' }]
}

/**
 * Refuses a connection that no profile may have, above all one with a credential in it.
 * @throws GovernedError `profile_invalid` with the place that it would have in the file
 */
export function checkConnection(connection: JsonObject, { name, file }: { readonly name: string; readonly file: string }): void {
  parseRunProfile(JSON.stringify({ ...COMPLETE, name, connection }), file)
}
