import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expectCode } from '@b10x/testkit'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { writeFileAtomically } from './write-file-atomically.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'b10x-cli-'))
})
afterEach(() => rm(folder, { recursive: true }))

test('writes a new file and leaves nothing beside it', async () => {
  await writeFileAtomically('a.json', 'text', folder)
  expect(await readFile(path.join(folder, 'a.json'), 'utf8')).toBe('text')
  expect(await readdir(folder)).toEqual(['a.json'])
})

test('replaces a file, keeping its mode, through a link', async () => {
  await writeFile(path.join(folder, 'a.json'), 'old')
  await chmod(path.join(folder, 'a.json'), 0o600)
  await symlink('a.json', path.join(folder, 'link.json'))
  const before = await stat(path.join(folder, 'a.json'))
  await writeFileAtomically('link.json', 'new', folder)
  expect(await readFile(path.join(folder, 'a.json'), 'utf8')).toBe('new')
  const after = await stat(path.join(folder, 'a.json'))
  expect(after.mode & 0o777).toBe(0o600)
  expect(after.ino).not.toBe(before.ino)
  expect((await readdir(folder)).sort()).toEqual(['a.json', 'link.json'])
})

test('does not replace what is no file', async () => {
  await writeFileAtomically('/dev/null', 'text', folder)
  expect((await stat('/dev/null')).isCharacterDevice()).toBe(true)
})

test('leaves nothing behind when the last step fails', async () => {
  // The temporary file can be written, but not be given this name.
  await expectCode(writeFileAtomically('x'.repeat(300), 'text', folder), 'usage_invalid')
  expect(await readdir(folder)).toEqual([])
})

test('refuses a folder and a missing folder, leaving nothing behind', async () => {
  await mkdir(path.join(folder, 'sub'))
  await expectCode(writeFileAtomically('sub', 'text', folder), 'usage_invalid')
  await expectCode(writeFileAtomically('missing/a.json', 'text', folder), 'usage_invalid')
  expect(await readdir(folder)).toEqual(['sub'])
})
