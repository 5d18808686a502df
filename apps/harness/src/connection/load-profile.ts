import path from 'node:path'
import { loadRunProfile } from '@b10x/harness-mcp'
import type { RunProfile } from '@b10x/harness-mcp'
import type { CliIo } from '@b10x/mcp-cli/command-line'
import { attachOperatorFacts } from '@b10x/mcp-cli/terminal'
import type { JsonValue } from '@b10x/mcp-foundation'
import { hasCode } from '@b10x/ports/errors'

/**
 * Reads a profile and its snapshot, the file named as the user named it.
 * @throws GovernedError whatever `loadRunProfile` throws; every open place of a draft is named beside it
 */
export async function loadProfile(file: string, io: CliIo): Promise<RunProfile> {
  try {
    return await loadRunProfile(path.relative(process.cwd(), path.resolve(io.cwd, file)))
  } catch (error) {
    if (!hasCode(error, 'profile_invalid') || error.details.reason !== 'not_filled_in') throw error
    throw attachOperatorFacts(error, { open: (error.cause as { readonly open: JsonValue }).open })
  }
}
