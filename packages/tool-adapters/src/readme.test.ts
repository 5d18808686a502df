import { spawn } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { serializeSnapshot } from '@b10x/mcp-foundation'
import { ERROR_CODES } from '@b10x/ports/errors'
import { startHttpServer, tool } from '@b10x/testkit'
import { describe, expect, it, onTestFinished } from 'vitest'
import { reviewServer } from './__fixtures__/review-server.ts'
import * as aiSdk from './ai-sdk.ts'
import * as approvals from './approvals.ts'
import * as langchain from './langchain.ts'
import * as mcpSdk from './mcp-sdk.ts'
import * as openaiAgents from './openai-agents.ts'

const PACKAGE = fileURLToPath(new URL('..', import.meta.url))
const README = readFileSync(`${PACKAGE}README.md`, 'utf8')

/** A block of the page as a program of its own, inside this package so that its names resolve; `rest` goes on after it. */
async function runExample(info: string, rest: string, ...args: readonly string[]): Promise<{ readonly status: number | null; readonly output: string }> {
  const code = new RegExp(`^\`\`\`js example ${info}\\n([\\s\\S]*?)^\`\`\`$`, 'm').exec(README)?.[1] ?? 'process.exit(70)'
  const child = spawn(process.execPath, ['-C', '@b10x/source', '--input-type=module', '-', ...args], { cwd: PACKAGE, stdio: ['pipe', 'pipe', 'inherit'], timeout: 100_000 })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
  child.stdin.end(code + rest)
  const status = await new Promise<number | null>((resolve, reject) => child.once('close', resolve).once('error', reject))
  return { status, output }
}

describe('the examples', () => {
  it('govern a Client of the official SDK as they stand', async () => {
    const echo = tool('echo', { inputSchema: { type: 'object', properties: { text: { type: 'string' } } } })
    await using server = await startHttpServer({ tools: [echo] })
    const folder = mkdtempSync(join(tmpdir(), 'b10x-readme-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const file = join(folder, 'tools.snapshot.json')
    writeFileSync(file, serializeSnapshot(await reviewServer(server, '2025-11-25')))
    const { status, output } = await runExample('mcp-sdk', '', server.url, file)
    expect(status).toBe(0)
    expect(output).toContain("[ 'echo' ]")
    expect(output).toContain('arguments_invalid')
    expect(server.count('tools/call')).toBe(0)
  }, 120_000)

  it('bring a port into the AI SDK as they stand', async () => {
    const rest = `
      const { createScriptedPort } = await import('./src/__fixtures__/scripted-port.ts')
      const { scriptedAiModel } = await import('./src/__fixtures__/ai-sdk-model.ts')
      const port = createScriptedPort(approvals)
      const { text, content } = await answer(port, scriptedAiModel([['echo', { text: 'hi' }]], [['send', { text: 'hi' }]]), 'go')
      console.log(JSON.stringify({ text, asked: content.at(-1).type, made: port.made.length }))`
    const { status, output } = await runExample('ai-sdk', rest)
    expect(status).toBe(0)
    expect(JSON.parse(output)).toEqual({ text: '', asked: 'tool-approval-request', made: 1 })
  }, 120_000)
})

describe('the tables', () => {
  it('name what the sources throw, with exit statuses', () => {
    const sources = globSync('src/**/*.ts', { cwd: PACKAGE, exclude: ['**/*.test.ts', '**/__fixtures__/**'] })
    const thrown = sources.flatMap((file) =>
      [...readFileSync(`${PACKAGE}${file}`, 'utf8').matchAll(/new GovernedError(?:<[^>]*>)?\(\s*'(\w+)'/g)].map(([, code = '']) => code)
    )
    const section = README.slice(README.indexOf('\n## Refusals\n'), README.indexOf('\n## Bounds\n'))
    const rows = [...section.matchAll(/^\| `(\w+)` \| (\d) \|/gm)].map(([, code = '', exit]) => [code, Number(exit)] as const)
    expect(rows.map(([code]) => code).toSorted()).toEqual([...new Set(thrown)].toSorted())
    const exits = Object.entries(ERROR_CODES).map(([code, row]) => [code, row.exit] as const)
    expect(rows).toEqual(expect.arrayContaining(exits.filter(([code]) => thrown.includes(code))))
  })

  it('name every value that an entry exports', () => {
    const named = new Set([...README.matchAll(/`(\w+)/g)].map(([, name]) => name))
    const exported = [aiSdk, approvals, langchain, mcpSdk, openaiAgents].flatMap((entry) => Object.keys(entry))
    expect(exported.filter((name) => !named.has(name))).toEqual([])
  })

  it('name the installed version of each framework', () => {
    const { devDependencies, peerDependencies } = JSON.parse(readFileSync(`${PACKAGE}package.json`, 'utf8')) as Record<string, Record<string, string>>
    const frameworks = Object.keys(peerDependencies ?? {}).filter((name) => !name.startsWith('@b10x/'))
    expect(frameworks).toHaveLength(5)
    for (const name of [...frameworks, 'langchain']) expect(README).toContain(devDependencies?.[name])
    for (const name of frameworks) expect(README).toContain(`\`${name}\``)
  })
})
