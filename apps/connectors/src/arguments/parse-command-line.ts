import { readOptions, refuseUsage } from '@b10x/mcp-cli/command-line'
import type { Destination, Invocation, VerbInvocation, VerbName } from './invocation.ts'
import { OPTIONS, VERBS } from './option-table.ts'
import type { GivenOptions } from './option-table.ts'
import { readAddress } from './read-address.ts'

/**
 * Understands one command line (without the program's own name).
 * @throws GovernedError `usage_invalid`
 */
export function parseCommandLine(argv: readonly string[]): Invocation {
  if (argv.includes('--')) refuseUsage('No process is started here: a service is a server with an address.')
  const options = readOptions(argv, OPTIONS)
  const words = [...options.positionals]
  if (words[0] === 'help' || options.flag('help')) return { verb: 'help', topic: readTopic(words[0] === 'help' ? words.slice(1) : words) }
  if (words[0] === 'version' || options.flag('version')) return { verb: 'version', json: options.flag('json') }
  if (words.length === 0) return refuseUsage('Say what to do: b10x-connectors help lists the verbs.')
  const verb = takeVerb(words)
  options.allowFor(verb)
  const invocation = readVerb(verb, words, options)
  if (words.length > 0) refuseUsage(`${verb} does not know what to do with the last ${words.length} of its arguments.`)
  return invocation
}

/** Takes the two words of a verb. */
function takeVerb(words: string[]): VerbName {
  const found = findVerb(words)
  if (found === undefined) return refuseUsage(`${words.slice(0, 2).join(' ')} is not a verb: b10x-connectors help lists them.`)
  words.splice(0, 2)
  return found
}

function findVerb(words: readonly string[]): VerbName | undefined {
  return VERBS.find((verb) => verb === words.slice(0, 2).join(' '))
}

function readTopic(words: readonly string[]): VerbName | null {
  if (words.length === 0) return null
  return findVerb(words) ?? refuseUsage(`There is no verb ${words.join(' ')}.`)
}

function readVerb(verb: VerbName, words: string[], options: GivenOptions): VerbInvocation {
  const look = { json: options.flag('json'), color: !options.flag('no-color') }
  switch (verb) {
    case 'services draft': {
      const output = options.value('output') ?? 'service.json'
      const stem = output.replace(/\.json$/, '')
      const deployment = options.value('deployment') ?? `${stem}.deployment.json`
      const url = readAddress(next(words, verb, 'a server: an https address'))
      const name = readName(options.value('name') ?? nameOf(stem))
      return { verb, ...look, url, destination: readDestination(options), protocol: options.value('protocol'), output, deployment, name }
    }
    case 'services check':
      return { verb, ...look, profile: next(words, verb, 'a profile'), deployment: words.shift() ?? null }
    case 'services verify':
      return { verb, ...look, profile: next(words, verb, 'a profile'), deployment: words.shift() ?? null, destination: readDestination(options) }
  }
}

function readDestination(options: GivenOptions): Destination {
  return { bearerEnv: options.value('bearer-env'), ca: options.value('ca'), privateRanges: options.values('private-range'), allowLoopback: options.flag('allow-loopback') }
}

function next(words: string[], verb: VerbName, what: string): string {
  return words.shift() ?? refuseUsage(`${verb} needs ${what}.`)
}

/** References are derived from it, so it leaves room for their ends. */
function readName(name: string): string {
  return /^[a-z0-9][a-z0-9._-]{0,63}$/.test(name) ? name : refuseUsage('--name is lower-case letters, digits, dots, dashes and underlines, 64 at most.')
}

/** The last part of a path as a name that the format allows. */
function nameOf(stem: string): string {
  const last = (stem.split('/').at(-1) ?? '').toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
  const name = last.replaceAll(/^-+|-+$/g, '').slice(0, 64)
  return name === '' ? 'service' : name
}
