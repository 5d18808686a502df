import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, glob, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { BOUND_CEILINGS } from '@b10x/mcp-foundation'
import { ERROR_CODES } from '@b10x/ports/errors'
import { stdioServerCommand } from '@b10x/testkit'
import { expect, test } from 'vitest'
import { SERVER_VERBS } from './arguments/option-table.ts'
import { clientLocations } from './import/client-locations.ts'

const FOLDER = path.join(import.meta.dirname, '..')
const readme = await readFile(path.join(FOLDER, 'README.md'), 'utf8')

test('the example runs as it stands', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'b10x-cli-'))
  try {
    using server = stdioServerCommand()
    const [program = '', ...args] = server.args
    const bin = path.join(import.meta.dirname, 'bin.ts')
    const shim = `#!/bin/sh\nexec '${process.execPath}' -C @b10x/source '${bin}' "$@"\n`
    await writeFile(path.join(folder, 'b10x-mcp'), shim)
    await chmod(path.join(folder, 'b10x-mcp'), 0o755)
    const start = `process.argv.splice(2, 0, ...${JSON.stringify(args)})\nawait import(${JSON.stringify(program)})\n`
    await writeFile(path.join(folder, 'server.mjs'), start)

    const example = /^```sh example\n([\s\S]*?)^```$/m.exec(readme)?.[1] ?? 'false'
    const paths = [folder, path.dirname(process.execPath), process.env['PATH']].join(':')
    const env = { ...process.env, PATH: paths, NODE_OPTIONS: '-C @b10x/source' }
    const child = spawn('sh', ['-e', '-c', example], { cwd: folder, env, stdio: 'ignore' })
    expect(await once(child, 'close')).toEqual([0, null])
    expect(server.count('tools/call')).toBe(1)
    expect(await readFile(path.join(folder, 'tools.json'), 'utf8')).toContain('b10x.tool-snapshot.v1')
    expect(await server.stillRunning()).toEqual([])
  } finally {
    await rm(folder, { recursive: true })
  }
}, 120_000)

test('the table of refusals names what the sources throw, with its exit status', async () => {
  const thrown = new Set<string>()
  for await (const file of glob(path.join(FOLDER, 'src/**/*.ts'))) {
    if (/\.test\.ts$|__fixtures__/.test(file)) continue
    for (const [, code = ''] of (await readFile(file, 'utf8')).matchAll(/new GovernedError\('(\w+)'/g)) thrown.add(code)
  }
  const section = readme.slice(readme.indexOf('## Refusals'), readme.indexOf('## Bounds'))
  const rows = [...section.matchAll(/^\| `(\w+)` \| (\d) \|/gm)].map(([, code = '', exit = '']) => ({ code, exit: Number(exit) }))
  expect(rows).toHaveLength(thrown.size)
  expect(new Set(rows.map(({ code }) => code))).toEqual(thrown)
  const wrong = rows.filter(({ code, exit }) => ERROR_CODES[code as keyof typeof ERROR_CODES].exit !== exit)
  expect(wrong).toEqual([])
})

test('the bound on snapshot files is what the table says', () => {
  expect((3 * BOUND_CEILINGS.maxSnapshotBytes) / 1024 / 1024).toBe(192)
  expect(readme).toContain('| a snapshot file | 192 MiB |')
})

test('the tables of observations, verbs and places are what the sources say', async () => {
  const ids = [...readme.matchAll(/^\| `(\w+)` \| (finding|note) \|/gm)].map(([, id = '', level = '']) => `${id} ${level}`)
  const source = await readFile(path.join(FOLDER, 'src/output/find-observations.ts'), 'utf8')
  const made = [...source.matchAll(/\b(finding|note)\('(\w+)'/g)].map(([, level = '', id = '']) => `${id} ${level}`)
  expect(ids).toEqual(made)
  const schema = JSON.parse(await readFile(path.join(FOLDER, 'schemas/doctor.schema.json'), 'utf8')) as {
    readonly properties: { readonly observations: { readonly items: { readonly properties: { readonly id: { readonly enum: readonly string[] } } } } }
  }
  expect(schema.properties.observations.items.properties.id.enum.map((id) => ids.find((line) => line.startsWith(`${id} `)))).toEqual(ids)

  const verbs = [...SERVER_VERBS, 'import', 'demo']
  for (const verb of verbs) expect(readme).toMatch(new RegExp(`^\\| \`${verb}`, 'm'))

  const section = readme.slice(readme.indexOf('## Import'), readme.indexOf('## Doctor'))
  const places = [...section.matchAll(/\| `([^`]+)`(?= \|)/g)].map(([, file = '']) => file).filter((file) => file.includes('.'))
  const files = clientLocations({ cwd: '.', env: { HOME: '/h' }, platform: 'linux' }).map(({ file }) => file.replace('/h/', '~/'))
  expect(places.toSorted((a, b) => a.localeCompare(b))).toEqual(files.toSorted((a, b) => a.localeCompare(b)))
})
