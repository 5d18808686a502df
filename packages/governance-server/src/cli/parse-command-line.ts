import { parseArgs } from 'node:util'
import { GovernedError } from '@b10x/ports/errors'
import { readTarget } from '../target/read-target.ts'
import { FORMATS } from './invocation.ts'
import type { Compared, Format, Invocation } from './invocation.ts'

const TEXT = { type: 'string' } as const
const MANY = { type: 'string', multiple: true } as const
const FLAG = { type: 'boolean' } as const
const REPORT = { format: TEXT, output: TEXT, strict: FLAG, root: TEXT } as const
const TARGET = { config: TEXT, server: TEXT, 'bearer-env': TEXT } as const

interface Read {
  readonly values: Readonly<Record<string, string | boolean | readonly (string | boolean)[] | undefined>>
  readonly positionals: readonly string[]
}

/**
 * Reads a command line in whole, before anything is done.
 * @param args what follows the name of the command
 * @throws GovernedError `usage_invalid`, whose hint never repeats what was given
 */
export function parseCommandLine(args: readonly string[], cwd: string, env: Readonly<Record<string, string | undefined>>): Invocation {
  const [verb, ...rest] = args
  if (verb === undefined || verb === 'help' || verb === '--help' || verb === '-h') return { verb: 'help', topic: rest[0] ?? null }
  if (verb === '--version' || verb === 'version') return { verb: 'version' }
  const cut = rest.indexOf('--')
  const own = cut === -1 ? rest : rest.slice(0, cut)
  const command = cut === -1 ? [] : rest.slice(cut + 1)
  if (own.includes('--help') || own.includes('-h')) return { verb: 'help', topic: verb }
  switch (verb) {
    case 'check':
      return readCheck(own, cwd)
    case 'explain': {
      const { values, positionals } = read(own, { json: FLAG })
      return { verb, rule: only(positionals, 'explain takes the id of one rule, such as GOV-TIER-001'), json: values['json'] === true }
    }
    case 'tier': {
      const { values, positionals } = read(own, { json: FLAG, root: TEXT })
      return { verb, tool: only(positionals, 'tier takes the name of one tool'), root: textOf(values, 'root') ?? cwd, json: values['json'] === true }
    }
    case 'init': {
      const { values, positionals } = read(own, { ...TARGET, from: TEXT, root: TEXT, force: FLAG })
      const asked = [...positionals, ...(textOf(values, 'from') === null ? [] : [textOf(values, 'from') ?? ''])]
      const hasTarget = asked.length > 0 || command.length > 0 || values['config'] !== undefined
      return { verb, root: textOf(values, 'root') ?? cwd, target: hasTarget ? readTarget(asked, command, targetOptions(values), cwd, env) : null, force: values['force'] === true }
    }
    case 'skill': {
      const { values, positionals } = read(own, { to: MANY, force: FLAG })
      if (only(positionals, 'skill takes one word: install') !== 'install') throw usage('skill takes one word: install')
      const to = (values['to'] as readonly string[] | undefined) ?? []
      return { verb: 'skill-install', to, force: values['force'] === true }
    }
    case 'probe':
      return readProbe(own, command, cwd, env)
    case 'serve':
      return readServe(own, cwd)
    default:
      throw usage('the verbs are check, probe, serve, init, explain, tier and skill')
  }
}

function readCheck(args: readonly string[], cwd: string): Invocation {
  const { values, positionals } = read(args, { ...REPORT, base: TEXT, staged: FLAG, worktree: FLAG })
  if (positionals.length > 0) throw usage('check takes no arguments beside its options')
  const asked: Compared[] = []
  const base = textOf(values, 'base')
  if (base !== null) {
    if (base.startsWith('-')) throw usage('--base takes a revision')
    asked.push({ with: 'base', revision: base })
  }
  if (values['staged'] === true) asked.push({ with: 'staged' })
  if (values['worktree'] === true) asked.push({ with: 'worktree' })
  if (asked.length > 1) throw usage('one of --base, --staged and --worktree')
  return { verb: 'check', ...readReport(values, cwd), compared: asked[0] ?? { with: 'nothing' } }
}

function readProbe(args: readonly string[], command: readonly string[], cwd: string, env: Readonly<Record<string, string | undefined>>): Invocation {
  const { values, positionals } = read(args, { ...REPORT, ...TARGET, active: FLAG, trigger: MANY, 'observe-ms': TEXT })
  const observeMs = Number(textOf(values, 'observe-ms') ?? 500)
  if (!Number.isSafeInteger(observeMs) || observeMs < 0 || observeMs > 600_000) throw usage('--observe-ms takes milliseconds from 0 to 600000')
  return {
    verb: 'probe',
    ...readReport(values, cwd),
    target: readTarget(positionals, command, targetOptions(values), cwd, env),
    active: values['active'] === true,
    trigger: (values['trigger'] as readonly string[] | undefined) ?? [],
    observeMs
  }
}

function readServe(args: readonly string[], cwd: string): Invocation {
  const { values, positionals } = read(args, { http: FLAG, stdio: FLAG, port: TEXT, root: TEXT, 'token-env': TEXT })
  if (positionals.length > 0) throw usage('serve takes no arguments beside its options')
  if (values['http'] === true && values['stdio'] === true) throw usage('one of --http and --stdio')
  const port = Number(textOf(values, 'port') ?? 0)
  if (!Number.isSafeInteger(port) || port < 0 || port > 65_535) throw usage('--port takes a number from 0 to 65535')
  return { verb: 'serve', root: textOf(values, 'root') ?? cwd, transport: values['http'] === true ? 'http' : 'stdio', port, tokenVariable: textOf(values, 'token-env') }
}

function readReport(values: Read['values'], cwd: string): { readonly root: string; readonly format: Format; readonly output: string | null; readonly strict: boolean } {
  const format = textOf(values, 'format') ?? 'text'
  if (!(FORMATS as readonly string[]).includes(format)) throw usage('--format is text, json, sarif or junit')
  return { root: textOf(values, 'root') ?? cwd, format: format as Format, output: textOf(values, 'output'), strict: values['strict'] === true }
}

function targetOptions(values: Read['values']): { readonly config: string | null; readonly server: string | null; readonly bearerVariable: string | null } {
  return { config: textOf(values, 'config'), server: textOf(values, 'server'), bearerVariable: textOf(values, 'bearer-env') }
}

function read(args: readonly string[], options: NonNullable<Parameters<typeof parseArgs>[0]>['options']): Read {
  try {
    return parseArgs({ args: [...args], options: options ?? {}, allowPositionals: true, strict: true })
  } catch (cause) {
    throw new GovernedError('usage_invalid', { hint: 'an option is unknown, or lacks its value' }, { cause })
  }
}

function textOf(values: Read['values'], name: string): string | null {
  const value = values[name]
  return typeof value === 'string' ? value : null
}

function only(positionals: readonly string[], hint: string): string {
  const [first, ...more] = positionals
  if (first === undefined || more.length > 0) throw usage(hint)
  return first
}

function usage(hint: string): GovernedError {
  return new GovernedError('usage_invalid', { hint })
}
