import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expectThrownCode } from '@b10x/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MAX_DOCUMENT_BYTES } from './document-text.ts'
import { isPlainPath, openFolder } from './open-folder.ts'

let base: string
let root: string
beforeAll(() => {
  base = realpathSync(mkdtempSync(path.join(tmpdir(), 'b10x-folder-')))
  root = path.join(base, 'project')
  mkdirSync(path.join(root, 'docs/mcp'), { recursive: true })
  mkdirSync(path.join(root, 'node_modules/x'), { recursive: true })
  writeFileSync(path.join(base, 'secret.md'), 'secret')
  writeFileSync(path.join(base, 'project-too.md'), 'of a sibling whose name begins alike')
  writeFileSync(path.join(root, 'docs/mcp/tool-registry.md'), '# Tools\n')
  writeFileSync(path.join(root, 'docs/mcp/risk-register.md'), new Uint8Array([0xff, 0xfe]))
  writeFileSync(path.join(root, 'docs/mcp/server-spec.md'), new Uint8Array(MAX_DOCUMENT_BYTES + 1))
  writeFileSync(path.join(root, 'picture.bin'), new Uint8Array([0xff]))
  writeFileSync(path.join(root, 'node_modules/x/a.md'), 'x')
  symlinkSync('../../secret.md', path.join(root, 'docs/out.md'))
  symlinkSync('mcp/tool-registry.md', path.join(root, 'docs/in.md'))
  symlinkSync('..', path.join(root, 'up'))
  symlinkSync('nowhere', path.join(root, 'dangling'))
  execFileSync('mkfifo', [path.join(root, 'pipe')])
})
afterAll(() => rmSync(base, { recursive: true }))

const refusal = (file: string): unknown => expectThrownCode(() => openFolder(root).read(file), 'document_unreadable').details['reason']

describe('inside the root', () => {
  it('files are read once, and links that stay inside', () => {
    const files = openFolder(root)
    expect([files.read('docs/mcp/tool-registry.md'), files.read('docs/in.md')]).toEqual(['# Tools\n', '# Tools\n'])
    writeFileSync(path.join(root, 'once.md'), 'before')
    expect(files.read('once.md')).toBe('before')
    writeFileSync(path.join(root, 'once.md'), 'after')
    expect(files.read('once.md')).toBe('before')
    rmSync(path.join(root, 'once.md'))
  })

  it.each(['absent.md', 'docs', 'docs/mcp/Tool-Registry.md', 'DOCS/mcp/tool-registry.md', 'dangling', 'docs/mcp/tool-registry.md/x'])('%s is no file', (file) => {
    expect(openFolder(root).read(file)).toBeNull()
  })

  it('lists are of what begins so, in order, without what is not the project\'s', () => {
    expect(openFolder(root).list('docs/')).toEqual(['docs/in.md', 'docs/mcp/risk-register.md', 'docs/mcp/server-spec.md', 'docs/mcp/tool-registry.md', 'docs/out.md'])
    expect(openFolder(root).list('docs/mcp/r')).toEqual(['docs/mcp/risk-register.md'])
    expect(openFolder(root).list('')).not.toContain('node_modules/x/a.md')
    expect(openFolder(root).list('../')).toEqual([])
  })
})

describe('outside the root', () => {
  it.each(['../secret.md', '../project-too.md', 'docs/../../secret.md', 'docs/./mcp/tool-registry.md', '/etc/passwd', 'docs//mcp', 'docs\\mcp', 'a\0b', '', 'docs/out.md', 'up/secret.md'])('%j', (file) => {
    expect(refusal(file)).toBe('outside_root')
  })

  it('a plain path names one file in one way', () => {
    expect(['a', 'a/b.md', '.mcp.json', 'a..b'].every(isPlainPath)).toBe(true)
  })
})

describe('what is no text', () => {
  it.each([['docs/mcp/risk-register.md', 'not_utf8'], ['docs/mcp/server-spec.md', 'too_large'], ['pipe', 'not_a_file']])('%s: %s', (file, reason) => {
    expect(refusal(file)).toBe(reason)
  })

  it('but only where rules have to read it', () => {
    expect(openFolder(root).read('picture.bin')).toBeNull()
  })

  it('a folder that is not there', () => {
    expect(expectThrownCode(() => openFolder(path.join(base, 'nowhere')), 'document_unreadable').details).toEqual({ file: '.', reason: 'absent' })
  })
})
