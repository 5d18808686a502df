import path from 'node:path'
import { fixedVariables } from '../target/client-dialect.ts'
import { ENTRY_MEMBERS } from '../target/describe-entry.ts'
import type { ServerEntry } from '../target/describe-entry.ts'
import type { ChosenServer } from './choose-servers.ts'
import { portableText, variablesOf } from './portable-text.ts'
import { protectEntry } from './protect-entry.ts'
import { createReferences } from './references.ts'

type Env = Readonly<Record<string, string | undefined>>

/** A new file and what its reader should know. */
export interface ComposedConfig {
  readonly text: string
  readonly servers: readonly ComposedServer[]
}

export interface ComposedServer {
  readonly name: string
  readonly file: string
  readonly pointer: string
  /** Every variable that the entry names, sorted. */
  readonly variables: readonly string[]
  /** Those of them that stand for a literal of the origin: to be set to what is written there. */
  readonly replaced: readonly string[]
  /** Members of the origin that are not copied. */
  readonly dropped: readonly string[]
}

/** An `.mcp.json` with these servers, without their secrets. `outputFile` is absolute. */
export function composeConfig(chosen: readonly ChosenServer[], outputFile: string, env: Env): ComposedConfig {
  const portable = chosen.map((one) => makePortable(one, outputFile, env))
  const taken = new Set(portable.flatMap((entry) => textsOf(entry).flatMap(variablesOf)))
  const references = createReferences(taken, env)
  const entries = portable.map((entry, index) => protectEntry(entry, chosen[index]?.server.name ?? '', references))
  const servers = chosen.map(({ file, server }, index): ComposedServer => {
    const entry = entries[index]
    return {
      name: server.name,
      file: file.file,
      pointer: server.pointer,
      variables: entry === undefined ? [] : [...new Set(textsOf(entry).flatMap(variablesOf))].sort(),
      replaced: references.replaced().filter((one) => one.server === server.name).map(({ variable }) => variable),
      dropped: server.members.filter((member) => !ENTRY_MEMBERS.includes(member))
    }
  })
  const mcpServers = Object.fromEntries(entries.map((entry, index) => [chosen[index]?.server.name ?? '', writeEntry(entry)]))
  return { text: `${JSON.stringify({ mcpServers }, null, 2)}\n`, servers }
}

function makePortable({ file, server, entry }: ChosenServer, outputFile: string, env: Env): ServerEntry {
  const folder = server.project ?? file.dialect.folder
  const fixed = fixedVariables(folder, env)
  const rewrite = (text: string): string => portableText(text, fixed, file.dialect)
  if (entry.kind === 'http') {
    return { kind: 'http', url: rewrite(entry.url), headers: entry.headers.map(([name, value]) => [name, rewrite(value)]) }
  }
  // Where the program would have started: said, because the new file may lie elsewhere.
  const written = entry.cwd === null ? null : rewrite(entry.cwd)
  const isElsewhere = (file.scope !== 'user' || server.project !== null) && folder !== path.dirname(outputFile)
  return {
    kind: 'stdio',
    command: rewrite(entry.command),
    args: entry.args.map(rewrite),
    cwd: written === null ? (isElsewhere ? folder : null) : written.startsWith('${') ? written : path.resolve(folder, written),
    env: entry.env.map(([name, value]) => [name, rewrite(value)])
  }
}

function textsOf(entry: ServerEntry): readonly string[] {
  if (entry.kind === 'http') return [entry.url, ...entry.headers.map(([, value]) => value)]
  return [entry.command, ...entry.args, entry.cwd ?? '', ...entry.env.map(([, value]) => value)]
}

function writeEntry(entry: ServerEntry): object {
  if (entry.kind === 'http') {
    const { url, headers } = entry
    return { type: 'http', url, ...(headers.length === 0 ? {} : { headers: Object.fromEntries(headers) }) }
  }
  const { command, args, cwd, env } = entry
  return {
    command,
    ...(args.length === 0 ? {} : { args }),
    ...(cwd === null ? {} : { cwd }),
    ...(env.length === 0 ? {} : { env: Object.fromEntries(env) })
  }
}
