import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { startHttpServer, tool } from '@b10x/testkit'
import { expect, test } from 'vitest'
import { commandFolder } from './__fixtures__/command-folder.ts'
import { OPTIONS, VERBS } from './arguments/option-table.ts'

const readme = await readFile(path.join(import.meta.dirname, '../README.md'), 'utf8')

/** Stands in for the people who fill in the drafts. */
const FILL_IN = `
import { readFileSync, writeFileSync } from 'node:fs'
const [profile, deployment] = process.argv.slice(2)
const edit = (file, members) => writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), ...members }))
const operation = { operationRef: 'notes.read', title: 'Read', description: 'Returns one note.', effect: 'read' }
edit(profile, { provider: { displayName: 'Notes' }, operations: { read: operation } })
const decision = { expose: true, risk: 'low', idempotency: 'idempotent', approval: 'none', grants: ['readers'], audiences: ['desk'] }
edit(deployment, { policyVersion: '1', provider: { id: 'notes', displayName: 'Notes' }, operations: { 'notes.read': decision } })
`

test('the example runs as it stands', async () => {
  await using folder = await commandFolder()
  await using server = await startHttpServer({ tools: [tool('read')] })
  const bin = path.join(import.meta.dirname, 'bin.ts')
  const shims = { 'b10x-connectors': `exec '${process.execPath}' -C @b10x/source '${bin}' "$@"`, 'fill-in': `exec '${process.execPath}' fill-in.mjs "$@"` }
  for (const [name, line] of Object.entries(shims)) {
    await writeFile(path.join(folder.folder, name), `#!/bin/sh\n${line}\n`)
    await chmod(path.join(folder.folder, name), 0o755)
  }
  await folder.write('fill-in.mjs', FILL_IN)

  const example = /^```sh example\n([\s\S]*?)^```$/m.exec(readme)?.[1] ?? 'false'
  const paths = [folder.folder, path.dirname(process.execPath), process.env['PATH']].join(':')
  const env = { ...process.env, PATH: paths, NODE_OPTIONS: '', SERVER: server.url, NOTES_TOKEN: 'notes-token-0123456789' }
  const child = spawn('sh', ['-e', '-c', example], { cwd: folder.folder, env, stdio: 'ignore' })
  expect(await once(child, 'close')).toEqual([0, null])
  expect(server.requests.every(({ headers }) => headers['authorization'] === 'Bearer notes-token-0123456789')).toBe(true)
  expect([server.requests.length > 0, server.count('tools/call')]).toEqual([true, 0])
}, 120_000)

test('the tables have every verb, and every option about the destination', () => {
  for (const verb of VERBS) expect(readme).toMatch(new RegExp(`^\\| \`${verb} `, 'm'))
  const live = Object.entries(OPTIONS).filter(([, { verbs }]) => verbs !== 'all' && verbs.includes('services verify'))
  for (const [name] of live) expect(readme).toMatch(new RegExp(`^\\| \`--${name}[ \`]`, 'm'))
})
