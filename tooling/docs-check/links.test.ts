import { existsSync, statSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { describe, expect, it } from 'vitest'
import { MARKDOWN_FILES, ROOT, anchorsOf, proseOf, readText } from './markdown-files.ts'

/** Addresses of other sites are not followed: a test needs no network. */
const ELSEWHERE = /^[a-z][a-z0-9+.-]*:/i

interface Link {
  readonly target: string
  readonly anchor: string
}

function linksOf(text: string): readonly Link[] {
  const prose = proseOf(text)
  const inline = [...prose.matchAll(/\]\(\s*<?([^\s)>]+)>?(?:\s+"[^"]*")?\s*\)/g)]
  const defined = [...prose.matchAll(/^\[[^\]]+\]:\s*<?(\S+?)>?$/gm)]
  return [...inline, ...defined]
    .map(([, target = '']) => target)
    .filter((target) => !ELSEWHERE.test(target))
    .map((target) => ({ target: target.split('#', 1)[0] ?? '', anchor: target.includes('#') ? target.slice(target.indexOf('#') + 1) : '' }))
}

/** What is wrong with a link, or null. */
function faultOf(file: string, { target, anchor }: Link): string | null {
  const path = target === '' ? file : normalize(join(dirname(file), decodeURIComponent(target)))
  if (target.startsWith('/') || path.startsWith('..')) return `${target} leaves the repository`
  if (!existsSync(join(ROOT, path))) return `${target} does not exist`
  if (anchor === '' || statSync(join(ROOT, path)).isDirectory()) return null
  if (!path.endsWith('.md')) return null
  return anchorsOf(readText(path)).has(anchor) ? null : `${target}#${anchor} has no such heading`
}

describe('links', () => {
  it('are looked for in more than nothing', () => {
    expect(MARKDOWN_FILES).toContain('README.md')
    expect(MARKDOWN_FILES.flatMap((file) => linksOf(readText(file))).length).toBeGreaterThan(100)
  })

  it.each(MARKDOWN_FILES)('of %s lead somewhere', (file) => {
    const faults = linksOf(readText(file)).map((link) => faultOf(file, link))
    expect(faults.filter((fault) => fault !== null)).toEqual([])
  })
})

describe('the link check', () => {
  it('sees a broken file, a broken heading and a way out', () => {
    const text = '[a](no-such-file.md) [b](README.md#no-such-heading) [c](../outside.md) [d](README.md)\n[e]: also-missing.md\n'
    const faults = linksOf(text).map((link) => faultOf('README.md', link))
    expect(faults.map((fault) => fault !== null)).toEqual([true, true, true, false, true])
  })

  it('leaves code and other sites alone', () => {
    const text = '`[a](missing.md)` [b](https://example.test/missing)\n```\n[c](missing.md)\n```\n'
    expect(linksOf(text)).toEqual([])
  })
})
