import type { Bounds } from '@b10x/ports'
import type { ConnectionOptions } from './invocation.ts'
import type { GivenOptions } from './option-table.ts'
import { refuseUsage } from './refuse-usage.ts'

/**
 * Reads how to connect. Whether a bound is known and under its ceiling is for the foundation to say.
 * @throws GovernedError `usage_invalid`
 */
export function readConnectionOptions(options: GivenOptions): ConnectionOptions {
  const deadline = options.value('deadline')
  return {
    protocol: options.value('protocol'),
    bearerEnv: options.value('bearer-env'),
    headerEnv: options.values('header-env').map((text) => {
      const [header, variable] = splitPair(text, '--header-env', 'NAME=VARIABLE')
      return { header, variable }
    }),
    passEnv: options.values('env').map((name) => {
      // `--env TOKEN=secret` would put the secret on the command line.
      if (name.includes('=')) refuseUsage('--env takes the name of a variable of your environment, without a value.')
      return name
    }),
    allowInsecureHosts: options.values('allow-insecure-host'),
    storedLogin: !options.flag('no-auth'),
    bounds: readBounds(options.values('bound')),
    deadlineMs: deadline === null ? null : readCount(deadline, '--deadline')
  }
}

function readBounds(texts: readonly string[]): Partial<Bounds> {
  const bounds = new Map<string, number>()
  for (const text of texts) {
    const [name, value] = splitPair(text, '--bound', 'NAME=VALUE')
    if (bounds.has(name)) refuseUsage('--bound is given twice for one name.')
    bounds.set(name, readCount(value, '--bound'))
  }
  return Object.fromEntries(bounds)
}

function splitPair(text: string, option: string, form: string): [string, string] {
  const at = text.indexOf('=')
  if (at < 1 || at === text.length - 1) refuseUsage(`${option} wants ${form}.`)
  return [text.slice(0, at), text.slice(at + 1)]
}

function readCount(text: string, option: string): number {
  if (!/^[0-9]{1,15}$/.test(text) || Number(text) === 0) refuseUsage(`${option} wants a positive whole number.`)
  return Number(text)
}
