import { describe, expect, it } from 'vitest'
import { MARKDOWN_FILES, codeOf, readText } from './markdown-files.ts'

interface Manifest {
  readonly scripts: Readonly<Record<string, string>>
  readonly devEngines: { readonly packageManager: { readonly version: string } }
}

const { scripts, devEngines } = JSON.parse(readText('package.json')) as Manifest
const { version } = devEngines.packageManager

/** Words of pnpm itself, as far as our pages use them. */
const BUILT_IN = new Set(['install', 'exec', 'pack', 'run'])

interface Command {
  readonly pnpmVersion: string | null
  readonly script: string
}

function commandsOf(text: string): readonly Command[] {
  const found = codeOf(text).flatMap((code) => [...code.matchAll(/(?:npx -y pnpm@(\S+)|\bpnpm)((?: -\S+)*) ([a-z][\w:-]*)/g)])
  return found.map(([, pnpmVersion, , script = '']) => ({ pnpmVersion: pnpmVersion ?? null, script }))
}

describe('commands in prose', () => {
  it('are looked for in more than nothing', () => {
    expect(commandsOf(readText('README.md')).length).toBeGreaterThan(3)
  })

  it.each(MARKDOWN_FILES)('of %s exist', (file) => {
    for (const command of commandsOf(readText(file))) {
      expect(command.pnpmVersion ?? version).toBe(version)
      expect(BUILT_IN.has(command.script) || Object.hasOwn(scripts, command.script) ? 'exists' : command.script).toBe('exists')
    }
  })

  it('are exactly two in the set-up of README', () => {
    const readme = readText('README.md')
    const setUp = readme.slice(readme.indexOf('\n## Set-up\n'))
    const section = setUp.slice(0, setUp.indexOf('\n## ', 1))
    const lines = [...section.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].flatMap(([, block = '']) => block.trim().split('\n'))
    expect(lines).toEqual([`npx -y pnpm@${version} demo`, `npx -y pnpm@${version} test`])
  })
})
