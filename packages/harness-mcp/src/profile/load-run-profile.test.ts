import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { httpTransport } from '@b10x/mcp-foundation/http'
import { deviations, expectCode, startHttpServer, tool } from '@b10x/testkit'
import type { ScriptPart } from '@b10x/testkit'
import { describe, expect, test } from 'vitest'
import { mapped, writeProfileFolder } from './__fixtures__/profile-folder.ts'
import type { ProfileFolder } from './__fixtures__/profile-folder.ts'
import { loadRunProfile } from './load-run-profile.ts'

const READ = tool('read', { inputSchema: { type: 'object', properties: { path: { type: 'string' } } } })

async function folderOf(script: ScriptPart, ...tools: Parameters<typeof writeProfileFolder>[2][]): Promise<ProfileFolder> {
  await using server = await startHttpServer(script)
  const connection = { transport: 'streamable-http', url: server.url }
  return await writeProfileFolder(httpTransport(server.url), connection, tools.flat())
}

describe('a profile and its snapshot', () => {
  test('are read together, the digest ignores layout', async () => {
    await using folder = await folderOf({ tools: [READ, tool('other')] }, [mapped('read', { parameters: { path: 'Where.' } })])
    const profile = await loadRunProfile(folder.file)
    expect(profile).toMatchObject({ file: folder.file, folder: folder.folder, document: { name: 'sample' } })
    expect(profile.snapshot.tools.map(({ name }) => name)).toEqual(['other', 'read'])
    expect(profile.digest).toMatch(/^sha256:[0-9a-f]{64}$/)
    const members = Object.entries(JSON.parse(await readFile(folder.file, 'utf8')) as object)
    await writeFile(folder.file, JSON.stringify(Object.fromEntries(members.toReversed()), null, 4))
    expect((await loadRunProfile(folder.file)).digest).toBe(profile.digest)
    await folder.rewrite({ onUnmappedAdded: 'ignore' })
    expect((await loadRunProfile(folder.file)).digest).not.toBe(profile.digest)
  })

  test('that is not there', async () => {
    const missing = await expectCode(loadRunProfile('/nowhere/p.json'), 'profile_invalid')
    expect(missing.details).toEqual({ file: '/nowhere/p.json', pointer: '', reason: 'unreadable' })
    await using folder = await folderOf({}, [mapped('t')])
    await folder.rewrite({ snapshot: { path: 'other.json', digest: `sha256:${'0'.repeat(64)}` } })
    expect((await expectCode(loadRunProfile(folder.file), 'baseline_missing')).details).toEqual({ file: 'other.json' })
  })

  test('that is too large', async () => {
    await using folder = await folderOf({}, [mapped('t')])
    await writeFile(folder.file, ' '.repeat(4 * 1024 * 1024 + 1))
    expect((await expectCode(loadRunProfile(folder.file), 'profile_invalid')).details).toMatchObject({ reason: 'too_large' })
  })

  test('whose digest is another one', async () => {
    await using folder = await folderOf({}, [mapped('t')])
    await folder.rewrite({ snapshot: { path: 's.json', digest: `sha256:${'0'.repeat(64)}` } })
    expect((await expectCode(loadRunProfile(folder.file), 'snapshot_digest_mismatch')).details).toEqual({ tool: null })
  })

  test('that was edited', async () => {
    await using folder = await folderOf({ tools: [tool('t', { description: 'Adds.' })] }, [mapped('t')])
    const snapshot = path.join(folder.folder, 's.json')
    await writeFile(snapshot, (await readFile(snapshot, 'utf8')).replace('Adds.', 'Adds!'))
    expect((await expectCode(loadRunProfile(folder.file), 'snapshot_digest_mismatch')).details).toEqual({ tool: 't' })
    await writeFile(snapshot, '{}')
    await expectCode(loadRunProfile(folder.file), 'snapshot_invalid')
  })
})

describe('a mapping', () => {
  test.each([
    ['of a tool that is not there', [mapped('Read')], {}, '/tools/0/remote', 'not_in_snapshot'],
    ['that describes no argument', [mapped('read', { parameters: { file: 'Where.' } })], {}, '/tools/0/parameters/file', 'not_an_argument'],
    ['that describes what every object has', [mapped('read', { parameters: { toString: 'Where.' } })], {}, '/tools/0/parameters/toString', 'not_an_argument'],
    ['in another revision', [mapped('read')], { protocolVersion: '2025-06-18' }, '/protocolVersion', 'not_of_the_snapshot']
  ])('%s', async (_name, tools, changes, pointer, reason) => {
    await using folder = await folderOf({ tools: [READ] }, tools)
    await folder.rewrite({ tools, ...changes })
    expect((await expectCode(loadRunProfile(folder.file), 'profile_invalid')).details).toEqual({ file: folder.file, pointer, reason })
  })

  test('F10: needs a tool that can be called; the others do not matter', async () => {
    await using folder = await folderOf(deviations.badApples(), [mapped('good-1')])
    await loadRunProfile(folder.file)
    await folder.rewrite({ tools: [mapped('good-1'), mapped('dangling')] })
    const error = await expectCode(loadRunProfile(folder.file), 'tool_invalid')
    expect(error.details).toEqual({ tool: 'dangling', reason: 'schema_reference_unresolved' })
  })
})
