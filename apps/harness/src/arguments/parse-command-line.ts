import { readOptions, refuseUsage } from '@b10x/mcp-cli/command-line'
import type { Invocation, VerbInvocation, VerbName } from './invocation.ts'
import { OPTIONS, VERBS } from './option-table.ts'
import type { GivenOptions } from './option-table.ts'
import { readTarget } from './read-target.ts'

/**
 * Understands one command line (without the program's own name). Everything after `--` is the server's command.
 * @throws GovernedError `usage_invalid`
 */
export function parseCommandLine(argv: readonly string[]): Invocation {
  const end = argv.indexOf('--')
  const options = readOptions(end === -1 ? argv : argv.slice(0, end), OPTIONS)
  const command = end === -1 ? null : argv.slice(end + 1)
  const words = [...options.positionals]
  if (words[0] === 'help' || options.flag('help')) return { verb: 'help', topic: readTopic(words[0] === 'help' ? words.slice(1) : words) }
  if (words[0] === 'version' || options.flag('version')) return { verb: 'version', json: options.flag('json') }
  if (words.length === 0) return refuseUsage('Say what to do: b10x-harness help lists the verbs.')
  const verb = takeVerb(words)
  options.allowFor(verb)
  if (command !== null && verb !== 'profile init') refuseUsage(`${verb} starts what the profile names, and no command of yours.`)
  const invocation = readVerb(verb, words, command, options)
  if (words.length > 0) refuseUsage(`${verb} does not know what to do with the last ${words.length} of its arguments.`)
  return invocation
}

/** Takes one or two words. */
function takeVerb(words: string[]): VerbName {
  const found = findVerb(words)
  if (found === undefined) return refuseUsage(`${words.slice(0, 2).join(' ')} is not a verb: b10x-harness help lists them.`)
  words.splice(0, found.split(' ').length)
  return found
}

function findVerb(words: readonly string[]): VerbName | undefined {
  return VERBS.find((verb) => verb === words.slice(0, verb.split(' ').length).join(' '))
}

function readTopic(words: readonly string[]): VerbName | null {
  if (words.length === 0) return null
  return findVerb(words) ?? refuseUsage(`There is no verb ${words.join(' ')}.`)
}

function readVerb(verb: VerbName, words: string[], command: readonly string[] | null, options: GivenOptions): VerbInvocation {
  const look = { json: options.flag('json'), color: !options.flag('no-color') }
  const governed = { actor: options.value('actor'), tenant: options.value('tenant'), evidence: options.value('evidence') }
  switch (verb) {
    case 'profile init': {
      const output = options.value('output') ?? 'profile.json'
      const stem = output.replace(/\.json$/, '')
      const snapshot = options.value('snapshot') ?? `${stem}.snapshot.json`
      const target = readTarget(words, command, options)
      return { verb, ...look, target, protocol: options.value('protocol'), output, snapshot, name: options.value('name') ?? nameOf(stem) }
    }
    case 'profile check':
      return { verb, ...look, file: next(words, verb, 'a profile'), live: options.flag('live') }
    case 'tools':
      return { verb, ...look, file: next(words, verb, 'a profile') }
    case 'call':
      return {
        verb,
        ...look,
        ...governed,
        file: next(words, verb, 'a profile'),
        tool: next(words, verb, 'the name of a tool'),
        argumentsText: next(words, verb, "the tool's arguments as one JSON object, '{}' for none")
      }
    case 'run': {
      const files = [next(words, verb, 'a profile'), ...words.splice(0)]
      const script = options.value('script') ?? refuseUsage('run needs --script FILE: what the model says and calls.')
      return { verb, ...look, ...governed, files, script, prompt: options.value('prompt') ?? 'Play the script.' }
    }
    case 'evidence show':
      return { verb, ...look, file: next(words, verb, 'an evidence file') }
    case 'build': {
      const output = options.value('output') ?? refuseUsage('build needs -o FOLDER: where the artifact is written.')
      return { verb, ...look, project: next(words, verb, 'the folder of a project'), output }
    }
  }
}

function next(words: string[], verb: VerbName, what: string): string {
  return words.shift() ?? refuseUsage(`${verb} needs ${what}.`)
}

/** The last part of a path as a name that the format allows. */
function nameOf(stem: string): string {
  const last = (stem.split('/').at(-1) ?? '').toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
  const name = last.replaceAll(/^-+|-+$/g, '').slice(0, 64)
  return name === '' ? 'profile' : name
}
