import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import * as entry from './index.ts'

const PACKAGE = fileURLToPath(new URL('..', import.meta.url))
const README = readFileSync(`${PACKAGE}README.md`, 'utf8')

function rowsUnder(heading: string): readonly (readonly string[])[] {
  const start = README.indexOf(`\n## ${heading}\n`)
  const section = README.slice(start, README.indexOf('\n## ', start + 1))
  return [...section.matchAll(/^\| (`.*) \|$/gm)].map(([, row = '']) => row.split(' | '))
}

it('the example runs as it stands', { timeout: 60_000 }, async () => {
  const code = /^```js example\n([\s\S]*?)^```$/m.exec(README)?.[1] ?? 'process.exit(70)'
  const child = spawn(process.execPath, ['-C', '@b10x/source', '--input-type=module', '-'], { cwd: PACKAGE, stdio: ['pipe', 'pipe', 'inherit'] })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
  child.stdin.end(code)
  const status = await new Promise<number | null>((resolve, reject) => child.once('close', resolve).once('error', reject))
  expect({ status, output }).toEqual({ status: 0, output: 'true\ntrue\n' })
})

describe('the tables', () => {
  it('name every value that the entry module exports', () => {
    const named = rowsUnder('What it gives').map(([cell = '']) => /`(\w+)/.exec(cell)?.[1] ?? '')
    expect(named.toSorted()).toEqual(Object.keys(entry).toSorted())
  })
})
