import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { execPath } from 'node:process'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fixture, openFixture } from './__fixtures__/open-fixture.ts'
import { identifyPackage } from './identify-package.ts'

let root = ''
const INTEGRITY = `sha512-${'A'.repeat(86)}==`

function write(path: string, content: string | object): string {
  const file = join(root, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
  return file
}

beforeAll(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'identify-package-')))
  write('a/node_modules/@s/server/package.json', { name: '@s/server', version: '1.2.3' })
  write('a/node_modules/@s/server/dist/package.json', { type: 'module' })
  write('a/node_modules/@s/server/dist/index.js', '')
  write('a/node_modules/@s/server/node_modules/inner/package.json', { name: 'inner', version: '0.1.0-rc.1' })
  write('a/node_modules/@s/server/node_modules/inner/cli.js', '')
  write('a/node_modules/unlocked/package.json', { name: 'unlocked', version: '2.0.0' })
  write('a/node_modules/unlocked/cli.js', '')
  write('a/node_modules/nameless/package.json', { version: '1.0.0' })
  write('a/node_modules/nameless/cli.js', '')
  write('a/node_modules/broken/package.json', '{')
  write('a/node_modules/broken/cli.js', '')
  write('a/node_modules/.package-lock.json', {
    packages: {
      'node_modules/@s/server': { version: '1.2.3', integrity: INTEGRITY },
      'node_modules/@s/server/node_modules/inner': { version: '0.1.0-rc.1', integrity: INTEGRITY },
      'node_modules/unlocked': { version: '1.9.9', integrity: INTEGRITY }
    }
  })
  mkdirSync(join(root, 'a/node_modules/.bin'))
  symlinkSync('../@s/server/dist/index.js', join(root, 'a/node_modules/.bin/linked'))
  write('a/node_modules/.bin/shim', '#!/bin/sh\nexec node ...\n# cmd-shim-target=../@s/server/dist/index.js\n')
  write('a/node_modules/.bin/older-shim', '#!/bin/sh\nexec node "$basedir/../@s/server/dist/index.js" "$@"\n')
  write('a/node_modules/.bin/other', '#!/bin/sh\necho\n')
  write('plain/server.js', '')
})
afterAll(() => rmSync(root, { recursive: true }))

const node = (...args: string[]): unknown => identifyPackage(execPath, args, join(root, 'a'))
const SERVER = { name: '@s/server', version: '1.2.3', integrity: INTEGRITY }

test('the script of node is identified, not node itself, wherever its options end', () => {
  const script = 'node_modules/@s/server/dist/index.js'
  expect(node(script)).toEqual(SERVER)
  expect(node(join(root, 'a', script), '/data')).toEqual(SERVER)
  expect(node('--no-warnings', '-r', './node_modules/unlocked/cli.js', '--title=x', script)).toEqual(SERVER)
  expect(node('--', script)).toEqual(SERVER)
})

test('a program is identified through links and launch scripts', () => {
  for (const name of ['linked', 'shim', 'older-shim']) {
    expect(identifyPackage(join(root, 'a/node_modules/.bin', name), ['x'], '/')).toEqual(SERVER)
  }
})

test('the innermost package counts', () => {
  expect(node('node_modules/@s/server/node_modules/inner/cli.js')).toEqual({ name: 'inner', version: '0.1.0-rc.1', integrity: INTEGRITY })
})

test('integrity of another version is left out', () => {
  expect(node('node_modules/unlocked/cli.js')).toEqual({ name: 'unlocked', version: '2.0.0' })
})

test.each([
  ['../plain/server.js'],
  ['node_modules/nameless/cli.js'],
  ['node_modules/broken/cli.js'],
  ['node_modules/.bin/other'],
  ['node_modules/absent/cli.js'],
  ['-e', 'code'],
  ['--inspect'],
  []
])('nothing is claimed for %j', (...args) => {
  expect(node(...args)).toBe(undefined)
})

test('what npx starts is told from the running processes, the same each time', async () => {
  write('npx-cache/node_modules/launched/package.json', { name: 'launched', version: '3.1.4' })
  write('npx-cache/node_modules/.package-lock.json', {
    packages: { 'node_modules/launched': { version: '3.1.4', integrity: INTEGRITY } }
  })
  const script = write('npx-cache/node_modules/launched/cli.js', `import(${JSON.stringify(`file://${fixture('scripted-server.mjs')}`)})`)
  const npx = write('bin/npx', `#!/bin/sh\n"${execPath}" "${script}" "$@"\n:\n`)
  chmodSync(npx, 0o755)
  for (let round = 0; round < 2; round += 1) {
    const { ask, channel } = await openFixture({ command: npx, args: ['-y', 'launched'] })
    expect(channel.endpoint).toEqual({ transport: 'stdio', command: [npx, '-y', 'launched'], program: npx })
    await ask('echo')
    const launched = { name: 'launched', version: '3.1.4', integrity: INTEGRITY }
    expect(channel.endpoint).toMatchObject({ program: npx, package: launched })
    await channel.close()
    expect(channel.endpoint).toMatchObject({ package: launched })
  }
})
