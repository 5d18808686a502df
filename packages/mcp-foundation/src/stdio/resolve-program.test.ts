import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { resolveProgram } from './resolve-program.ts'

let root = ''

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'resolve-program-'))
  for (const folder of ['first', 'second', 'first/tool']) mkdirSync(join(root, folder))
  writeFileSync(join(root, 'second/tool'), '#!/bin/sh\n')
  chmodSync(join(root, 'second/tool'), 0o755)
  writeFileSync(join(root, 'first/plain'), 'not executable')
  symlinkSync(join(root, 'second/tool'), join(root, 'first/linked'))
})
afterAll(() => rmSync(root, { recursive: true }))

const path = (): string => `:.:relative:${root}/missing:${root}/first:${root}/second`
const notFound = (command: string): unknown => expect.objectContaining({ code: 'program_not_found', details: { command } })

test('an absolute path is taken as it is, links kept', () => {
  expect(resolveProgram(`${root}/first/linked`, undefined)).toBe(`${root}/first/linked`)
})

test('a bare name is the first executable file on the path; a folder of that name is passed over', () => {
  expect(resolveProgram('tool', path())).toBe(`${root}/second/tool`)
})

test('a bare name is not looked up unless asked for', () => {
  expect(() => resolveProgram('tool', undefined)).toThrow(notFound('tool'))
})

test.each(['', 'plain', 'absent', './tool', 'second/tool', '../x'])('%j is not found', (command) => {
  expect(() => resolveProgram(command, path())).toThrow(notFound(command))
})

test('an absolute path that is no executable file is not found', () => {
  for (const command of [`${root}/first/plain`, `${root}/first`, `${root}/absent`]) {
    expect(() => resolveProgram(command, path())).toThrow(notFound(command))
  }
})

test('relative path entries are skipped even when they hold the name', () => {
  const before = process.cwd()
  process.chdir(join(root, 'second'))
  try {
    expect(() => resolveProgram('tool', ':.')).toThrow(notFound('tool'))
  } finally {
    process.chdir(before)
  }
})
