import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { stdioServerCommand, tool } from '@b10x/testkit'
import { expect, test } from 'vitest'
import { commandFolder } from './__fixtures__/drafted-folder.ts'
import { VERBS } from './arguments/option-table.ts'

const readme = await readFile(path.join(import.meta.dirname, '../README.md'), 'utf8')

/** Stands in for the person who fills in the draft. */
const FILL_IN = `
import { readFileSync, writeFileSync } from 'node:fs'
const profile = JSON.parse(readFileSync(process.argv[2], 'utf8'))
const facts = { description: 'Returns one note.', effect: 'read', risk: 'low', idempotency: 'idempotent', access: 'local' }
writeFileSync(process.argv[2], JSON.stringify({ ...profile, tools: profile.tools.map((one) => ({ ...one, ...facts })) }))
`

test('the example runs as it stands', async () => {
  await using folder = await commandFolder()
  using server = stdioServerCommand({ tools: [tool('read')] })
  const [program = '', ...args] = server.args
  const bin = path.join(import.meta.dirname, 'bin.ts')
  const shims = { 'b10x-harness': `exec '${process.execPath}' -C @b10x/source '${bin}' "$@"`, 'fill-in': `exec '${process.execPath}' fill-in.mjs "$@"` }
  for (const [name, line] of Object.entries(shims)) {
    await writeFile(path.join(folder.folder, name), `#!/bin/sh\n${line}\n`)
    await chmod(path.join(folder.folder, name), 0o755)
  }
  await folder.write('fill-in.mjs', FILL_IN)
  await folder.write('server.mjs', `process.argv.splice(2, 0, ...${JSON.stringify(args)})\nawait import(${JSON.stringify(program)})\n`)

  const example = /^```sh example\n([\s\S]*?)^```$/m.exec(readme)?.[1] ?? 'false'
  const paths = [folder.folder, path.dirname(process.execPath), process.env['PATH']].join(':')
  const child = spawn('sh', ['-e', '-c', example], { cwd: folder.folder, env: { ...process.env, PATH: paths, NODE_OPTIONS: '' }, stdio: 'ignore' })
  expect(await once(child, 'close')).toEqual([0, null])
  expect(server.count('tools/call')).toBe(2)
  expect((await folder.read('run.jsonl')).trim().split('\n')).toHaveLength(8)
  expect(await server.stillRunning()).toEqual([])
}, 120_000)

test('the table has every verb', () => {
  for (const verb of VERBS) expect(readme).toMatch(new RegExp(`^\\| \`${verb} `, 'm'))
})
