import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import * as errors from './errors/index.ts'
import * as entry from './index.ts'

const PACKAGE = fileURLToPath(new URL('..', import.meta.url))
const README = readFileSync(`${PACKAGE}README.md`, 'utf8')

describe('the README', () => {
  it('has an example that runs as it stands', async () => {
    const code = /^```js example\n([\s\S]*?)^```$/m.exec(README)?.[1] ?? 'process.exit(70)'
    // Inside this package, so that its name resolves.
    const child = spawn(process.execPath, ['-C', '@b10x/source', '--input-type=module', '-'], { cwd: PACKAGE, stdio: ['pipe', 'pipe', 'inherit'], timeout: 100_000 })
    let output = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
    child.stdin.end(code)
    const status = await new Promise<number | null>((resolve, reject) => child.once('close', resolve).once('error', reject))
    expect(status).toBe(errors.ERROR_CODES.bound_exceeded.exit)
    const [said = '', json = ''] = output.split('\n')
    expect(said).toBe('23 is over 8')
    expect(JSON.parse(json)).toMatchObject({ code: 'bound_exceeded', details: { limit: 8, seen: 23 } })
  }, 120_000)

  it('names every value that the package exports', () => {
    const named = new Set([...README.matchAll(/`(\w+)`/g)].map(([, name]) => name))
    expect([...Object.keys(entry), ...Object.keys(errors)].filter((name) => !named.has(name))).toEqual([])
  })
})
