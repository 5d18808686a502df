import { GovernedError } from '@b10x/ports/errors'
import { refuseUsage } from '../arguments/refuse-usage.ts'
import { attachOperatorFacts } from '../output/operator-text.ts'
import type { ServerEntry } from '../target/describe-entry.ts'
import { isProblem } from './found-servers.ts'
import type { FoundFile, FoundServer, Problem } from './found-servers.ts'

/** A server to copy, with the file that it comes from. */
export interface ChosenServer {
  readonly file: FoundFile
  readonly server: FoundServer
  readonly entry: ServerEntry
}

/** A server that `--all` did not take. */
export interface LeftOut {
  readonly name: string
  readonly file: string
  readonly pointer: string
  /** `disabled`, or the reason why the entry cannot be used. */
  readonly reason: string
}

export interface Choice {
  readonly chosen: readonly ChosenServer[]
  readonly leftOut: readonly LeftOut[]
}

interface Candidate {
  readonly file: FoundFile
  readonly server: FoundServer
}

/**
 * The servers that were asked for. A name that two origins have is refused, however alike the entries are: which one is
 * meant is not for us to guess.
 * @throws GovernedError `usage_invalid` (no such name; two origins, both in `origins`), `config_invalid` for a named
 * entry that cannot be used
 */
export function chooseServers(files: readonly FoundFile[], asked: 'all' | readonly string[]): Choice {
  const found = files.flatMap((file) => file.servers.map((server): Candidate => ({ file, server })))
  if (asked !== 'all') return { chosen: [...new Set(asked)].map((name) => usable(onlyOne(name, found))), leftOut: [] }
  const applying = found.filter(({ server }) => server.applies)
  const taken = applying.filter(({ server }) => reasonAgainst(server) === null)
  const names = [...new Set(taken.map(({ server }) => server.name))]
  const leftOut = applying.flatMap(({ file, server }): LeftOut[] => {
    const reason = reasonAgainst(server)
    return reason === null ? [] : [{ name: server.name, file: file.file, pointer: server.pointer, reason }]
  })
  return { chosen: names.map((name) => usable(onlyOne(name, taken))), leftOut }
}

function onlyOne(name: string, found: readonly Candidate[]): Candidate {
  const named = found.filter(({ server }) => server.name === name)
  const applying = named.filter(({ server }) => server.applies)
  const [first, ...others] = applying.length > 0 ? applying : named
  if (first === undefined) return refuseUsage(`There is no server ${name} in the files that were read.`)
  if (others.length === 0) return first
  const origins = [first, ...others].map(({ file, server }) => `${file.file}#${server.pointer}`)
  const hint = `The server ${name} has ${origins.length} origins: choose one file with --from.`
  throw attachOperatorFacts(new GovernedError('usage_invalid', { hint }), { origins })
}

function usable({ file, server }: Candidate): ChosenServer {
  if (isProblem(server.entry)) throw new GovernedError('config_invalid', server.entry satisfies Problem)
  return { file, server, entry: server.entry }
}

function reasonAgainst({ disabled, entry }: FoundServer): string | null {
  if (isProblem(entry)) return entry.reason
  return disabled ? 'disabled' : null
}
