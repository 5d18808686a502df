import type { ImportInvocation, Invocation, TargetArgument, VerbName } from './invocation.ts'
import { OPTIONS, SERVER_VERBS } from './option-table.ts'
import type { GivenOptions } from './option-table.ts'
import { readAuthAction, readClientOptions } from './read-auth-options.ts'
import { readConnectionOptions } from './read-connection-options.ts'
import { readOptions } from './read-options.ts'
import { refuseUsage } from './refuse-usage.ts'

const VERBS: readonly VerbName[] = [...SERVER_VERBS, 'import', 'demo']

const isVerb = (word: string): word is VerbName => (VERBS as readonly string[]).includes(word)

/** Something with a scheme, so that a file name is never taken for an address. */
const ADDRESS = /^[a-z][a-z0-9+.-]*:\/\//i

/**
 * Understands one command line (without the program's own name). Everything after `--` is the server's command.
 * @throws GovernedError `usage_invalid`
 */
export function parseCommandLine(argv: readonly string[]): Invocation {
  const end = argv.indexOf('--')
  const options = readOptions(end === -1 ? argv : argv.slice(0, end), OPTIONS)
  const command = end === -1 ? null : argv.slice(end + 1)
  const words = [...options.positionals]
  const word = words.shift()
  if (word === 'help' || options.flag('help')) return { verb: 'help', topic: readTopic(word === 'help' ? words[0] : word) }
  if (word === 'version' || options.flag('version')) return { verb: 'version', json: options.flag('json') }
  if (word === undefined) return refuseUsage('Say what to do: b10x-mcp help lists the verbs.')
  if (!isVerb(word)) return refuseUsage(`${word} is not a verb: b10x-mcp help lists them.`)
  options.allowFor(word)
  const invocation = readVerb(word, words, command, options)
  if (words.length > 0) refuseUsage(`${word} does not know what to do with the last ${words.length} of its arguments.`)
  return invocation
}

function readTopic(word: string | undefined): VerbName | null {
  if (word === undefined) return null
  return isVerb(word) ? word : refuseUsage(`There is no verb ${word}.`)
}

function readVerb(verb: VerbName, words: string[], command: readonly string[] | null, options: GivenOptions): Invocation {
  const look = { json: options.flag('json'), color: !options.flag('no-color') }
  if (verb === 'import' || verb === 'demo') {
    if (command !== null) refuseUsage(`${verb} starts no command of yours.`)
    return verb === 'demo' ? { verb, ...look } : { verb, ...look, ...readImport(options) }
  }
  const common = { ...look, connection: readConnectionOptions(options) }
  const target = (): TargetArgument => readTarget(verb, words, command, options)
  switch (verb) {
    case 'list':
    case 'doctor':
      return { verb, ...common, target: target() }
    case 'inspect':
      return { verb, ...common, target: target(), tool: next(words, verb, 'the name of a tool') }
    case 'call':
      return {
        verb,
        ...common,
        target: target(),
        tool: next(words, verb, 'the name of a tool'),
        argumentsText: next(words, verb, "the tool's arguments as one JSON object, '{}' for none")
      }
    case 'auth': {
      const action = readAuthAction(next(words, verb, 'one of login, status and logout'))
      return { verb, ...common, action, target: target(), client: readClientOptions(action, options) }
    }
    case 'snapshot':
      return { verb, ...common, target: target(), output: options.value('output'), strict: options.flag('strict') }
    case 'verify':
      return { verb, ...common, file: next(words, verb, 'a snapshot file'), target: target() }
    case 'accept':
      return { verb, ...common, file: next(words, verb, 'a snapshot file'), target: target(), yes: options.flag('yes') }
    case 'diff': {
      const file = next(words, verb, 'a snapshot file')
      const isFile = command === null && !options.flag('config') && words[0] !== undefined && !ADDRESS.test(words[0])
      return { verb, ...common, file, other: isFile ? { file: words.shift() ?? '' } : { target: target() } }
    }
  }
}

function readImport(options: GivenOptions): Pick<ImportInvocation, 'from' | 'output' | 'servers'> {
  const [output, names, all] = [options.value('output'), options.values('server'), options.flag('all')]
  if (output === '-') refuseUsage('import writes a file: give it a name after -o.')
  if (output === null && (all || names.length > 0)) refuseUsage('--server and --all choose what -o FILE writes: give -o too.')
  if (output !== null && all === names.length > 0) refuseUsage('Say which servers to write: --server NAME, repeatable, or --all.')
  return { from: options.values('from'), output, servers: all ? 'all' : names }
}

function next(words: string[], verb: VerbName, what: string): string {
  return words.shift() ?? refuseUsage(`${verb} needs ${what}.`)
}

function readTarget(
  verb: VerbName,
  words: string[],
  command: readonly string[] | null,
  options: GivenOptions
): TargetArgument {
  const file = options.value('config')
  const server = options.value('server')
  if (options.values('server').length > 1) refuseUsage('--server is given twice.')
  if (server !== null && file === null) refuseUsage('--server names an entry of a file: give --config too.')
  if (command !== null) {
    if (file !== null) refuseUsage('Give one server: either --config or a command after --.')
    const [program, ...args] = command
    if (program === undefined || program === '') return refuseUsage('There is no command after --.')
    return { kind: 'command', command: program, args }
  }
  if (file !== null) return { kind: 'config', file, server }
  const url = words.shift()
  if (url === undefined || !ADDRESS.test(url)) {
    return refuseUsage(`${verb} needs a server: an https address, --config FILE, or -- and its command.`)
  }
  return { kind: 'url', url }
}
