import type { JsonObject } from '@b10x/mcp-foundation'
import type { LeftOut } from '../import/choose-servers.ts'
import type { ComposedServer } from '../import/compose-config.ts'
import { isProblem } from '../import/found-servers.ts'
import type { FoundFile, FoundServer } from '../import/found-servers.ts'
import type { ServerEntry } from '../target/describe-entry.ts'
import { escapeText } from './escape-text.ts'
import { nameTool } from './render-diff.ts'
import type { Style } from './style.ts'

/** What `import` wrote. */
export interface Written {
  readonly file: string
  readonly servers: readonly ComposedServer[]
  readonly leftOut: readonly LeftOut[]
}

/** Servers as JSON values: where they come from and how they start, nothing of their values. */
export function importMembers(files: readonly FoundFile[], written: Written | null): JsonObject {
  return {
    files: files.map(({ file, scope, dialect, servers, problem }) => ({
      file,
      client: dialect.client,
      scope,
      servers: servers.length,
      problem: problem === null ? null : { pointer: problem.pointer, reason: problem.reason }
    })),
    servers: files.flatMap((file) => file.servers.map((server) => serverMembers(file, server))),
    written:
      written === null
        ? null
        : {
            file: written.file,
            servers: written.servers.map(({ name, file, pointer, variables, replaced, dropped }) => ({ name, file, pointer, variables, replaced, dropped })),
            leftOut: written.leftOut.map(({ name, file, pointer, reason }) => ({ name, file, pointer, reason }))
          }
  }
}

/** What is there, for people. */
export function renderFound(files: readonly FoundFile[], style: Style): readonly string[] {
  if (files.length === 0) return ['There is no file of a program that we know, neither here nor for you.']
  return files.flatMap(({ file, dialect, scope, servers, problem }) => [
    `${style.bold(escapeText(file))}  ${dialect.client}, ${scope}`,
    ...(problem === null ? [] : [`  ${style.red(`cannot be read: ${problem.reason}`)} ${escapeText(problem.pointer)}`.trimEnd()]),
    ...(problem === null && servers.length === 0 ? ['  no servers'] : []),
    ...servers.map((server) => renderServer(server, style)),
    ''
  ])
}

/** What was written, and what to do before it works. */
export function renderWritten({ file, servers, leftOut }: Written, style: Style): readonly string[] {
  const replaced = servers.flatMap((server) => server.replaced.map((variable) => `  ${variable}  ${nameTool(server.name)}, ${escapeText(server.file)}`))
  return [
    `written to ${escapeText(file)}`,
    ...servers.map(({ name, file: origin, pointer }) => `  ${style.bold(nameTool(name))}  ${escapeText(`${origin}#${pointer}`)}`),
    ...(replaced.length === 0 ? [] : ['', 'values that stayed where they were; set these variables to them', ...replaced]),
    ...servers.filter(({ dropped }) => dropped.length > 0).map(({ name, dropped }) => `not copied of ${nameTool(name)}: ${escapeText(dropped.join(', '))}`),
    ...leftOut.map(({ name, file: origin, reason }) => style.yellow(`left out ${nameTool(name)} of ${escapeText(origin)}: ${reason}`))
  ]
}

function renderServer({ name, entry, disabled, project }: FoundServer, style: Style): string {
  const facts = isProblem(entry) ? style.red(entry.reason) : `${entry.kind.padEnd(6)}${escapeText(startOf(entry) ?? '')}`
  const where = project === null ? '' : `  in ${escapeText(project)}`
  return `  ${style.bold(nameTool(name).padEnd(20))} ${facts}${where}${disabled ? '  disabled' : ''}`.trimEnd()
}

function serverMembers({ file }: FoundFile, { name, pointer, project, applies, disabled, entry }: FoundServer): JsonObject {
  const problem = isProblem(entry) ? { pointer: entry.pointer, reason: entry.reason } : null
  const [transport, start] = isProblem(entry) ? [null, null] : [entry.kind, startOf(entry)]
  return { name, file, pointer, project, applies, disabled, transport, start, problem }
}

/** The program, or scheme and host: arguments and paths may hold credentials. */
function startOf(entry: ServerEntry): string | null {
  if (entry.kind === 'stdio') return entry.command
  return URL.canParse(entry.url) ? new URL(entry.url).origin : null
}
