import { GovernedError } from '@b10x/ports/errors'

/** A local MCP server: a program to start, spoken to over its standard input and output. No shell is ever involved. */
export interface StdioTransportOptions {
  /** An absolute path, or with `lookupPath` a bare program name. A relative path with a slash is never accepted. */
  readonly command: string
  readonly args?: readonly string[]
  /** Working directory of the program. Default: that of this process. */
  readonly cwd?: string
  /** Variables to set. The child otherwise sees only HOME, LOGNAME, PATH, SHELL, TERM and USER of this process. */
  readonly env?: Readonly<Record<string, string>>
  /** Names of further variables of this process to pass on. Those that are not set are left out. */
  readonly inheritEnv?: readonly string[]
  /** Search PATH of this process, once, for a bare name; relative PATH entries are skipped. Default false. */
  readonly lookupPath?: boolean
  /**
   * How long closing waits after it closed standard input, and again after SIGTERM, in milliseconds; then SIGKILL.
   * From 0 to 60 000. Default 1 000.
   */
  readonly closeLadderMs?: number
}

export const DEFAULT_CLOSE_LADDER_MS = 1_000
const MAX_CLOSE_LADDER_MS = 60_000

/**
 * What no program can be started with.
 * @throws GovernedError `usage_invalid` for a NUL character, or a variable name that is empty or holds `=`;
 *   `platform_unsupported` on Windows, where nobody has tested that nothing is left behind.
 * @throws RangeError for a `closeLadderMs` out of range
 */
export function checkStdioOptions(options: StdioTransportOptions): void {
  if (process.platform === 'win32') throw new GovernedError('platform_unsupported', { platform: process.platform })
  refuseNul([options.command], () => 'command')
  refuseNul(options.args ?? [], (index) => `args[${index}]`)
  refuseNul([options.cwd ?? ''], () => 'cwd')
  const names = [...Object.keys(options.env ?? {}), ...(options.inheritEnv ?? [])]
  refuseNul(names, () => 'variable name')
  refuseNul(Object.values(options.env ?? {}), () => 'variable value')
  if (names.some((name) => name === '' || name.includes('='))) {
    throw new GovernedError('usage_invalid', { hint: 'A variable name is not empty and holds no "=".' })
  }
  const ladderMs = options.closeLadderMs ?? DEFAULT_CLOSE_LADDER_MS
  if (!Number.isSafeInteger(ladderMs) || ladderMs < 0 || ladderMs > MAX_CLOSE_LADDER_MS) {
    throw new RangeError(`closeLadderMs must be a whole number from 0 to ${MAX_CLOSE_LADDER_MS}`)
  }
}

function refuseNul(values: readonly string[], place: (index: number) => string): void {
  const index = values.findIndex((value) => value.includes('\0'))
  if (index !== -1) throw new GovernedError('usage_invalid', { hint: `A NUL character in ${place(index)}.` })
}
