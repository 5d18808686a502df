import { expect, test } from 'vitest'
import { clientLocations } from './client-locations.ts'

const filesOf = (platform: NodeJS.Platform, env: Readonly<Record<string, string>>, cwd = '/project'): readonly string[] =>
  clientLocations({ cwd, env, platform }).map(({ scope, file }) => `${scope} ${file}`)

const PROJECT = ['project /project/.mcp.json', 'project /project/.vscode/mcp.json', 'project /project/.cursor/mcp.json', 'project /project/.gemini/settings.json']

test.each([
  ['linux', {}, '/h/.config'],
  ['linux', { XDG_CONFIG_HOME: '/x' }, '/x'],
  ['linux', { XDG_CONFIG_HOME: 'x' }, '/h/.config'],
  ['darwin', { XDG_CONFIG_HOME: '/x' }, '/h/Library/Application Support']
] as const)('%s with %j', (platform, env, config) => {
  expect(filesOf(platform, { HOME: '/h', ...env })).toEqual([
    ...PROJECT,
    'user /h/.claude.json',
    `user ${config}/Claude/claude_desktop_config.json`,
    'user /h/.cursor/mcp.json',
    `user ${config}/Code/User/mcp.json`,
    'user /h/.codeium/windsurf/mcp_config.json',
    'user /h/.gemini/settings.json'
  ])
})

test('without a home there are only the files of the project', () => {
  expect(filesOf('linux', {})).toEqual(PROJECT)
  expect(filesOf('linux', { HOME: 'relative' })).toEqual(PROJECT)
})

test('in the home folder no file is there twice', () => {
  const files = filesOf('linux', { HOME: '/h' }, '/h').map((line) => line.split(' ')[1])
  expect(new Set(files).size).toBe(files.length)
})
