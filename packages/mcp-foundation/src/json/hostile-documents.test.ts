// Documents that are small to send and large to hold. Numbers as in docs/security-cases.md.
import { execFileSync } from 'node:child_process'
import { execPath } from 'node:process'
import { fileURLToPath } from 'node:url'
import { expect, it, vi } from 'vitest'
import { parseJson } from './parse-json.ts'

vi.setConfig({ testTimeout: 60_000 })

/** What grows most while it is read, each filling the 4 MiB of `maxMessageBytes`. */
const FILLING = {
  objects: "'[' + Array(Math.floor(size / 3)).fill('{}').join(',') + ']'",
  digits: "'[' + Array(Math.floor(size / 4) - 1).fill('0.1').join(',') + ']'",
  names: "'{' + Array.from({ length: Math.floor(size / 12) - 1 }, (_, n) => '\"' + String(n).padStart(7, '0') + '\":0').join(',') + '}'"
}

it.each(Object.entries(FILLING))('J-05: a message of 4 MiB of %s is read in a heap of 256 MiB', (_what, text) => {
  const module = fileURLToPath(new URL('parse-json.ts', import.meta.url))
  const script = `import { parseJson } from ${JSON.stringify(module)}
    const size = 4 * 1024 * 1024
    const text = ${text}
    if (text.length > size || text.length < size * 0.7) throw new Error('not 4 MiB: ' + text.length)
    console.log(Object.keys(parseJson(text)).length)`
  const options = ['-C', '@b10x/source', '--max-old-space-size=256', '--input-type=module', '-e', script]
  expect(Number(execFileSync(execPath, options, { encoding: 'utf8' }))).toBeGreaterThan(100_000)
})

it('J-05: 100 000 names in one object are read, and the last of them is still not taken twice', () => {
  const names = Array.from({ length: 100_000 }, (_, n) => `"${n * 7}":${n}`)
  expect(Object.keys(parseJson(`{${names.join(',')}}`) as object)).toHaveLength(100_000)
  expect(() => parseJson(`{${[...names, names.at(-1)].join(',')}}`)).toThrow(
    expect.objectContaining({ code: 'json_invalid', details: expect.objectContaining({ reason: 'duplicate_member' }) })
  )
})
