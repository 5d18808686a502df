// A committed snapshot beside the documents and beside the one at the base, without a server.
import { cpSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { connect, serializeSnapshot } from '@b10x/mcp-foundation'
import { stdioTransport } from '@b10x/mcp-foundation/stdio'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { run } from '../__fixtures__/captured-io.ts'
import { HONEST, HONEST_TOOLS } from '../__fixtures__/probe-files.ts'
import { scratchRepository } from '../__fixtures__/scratch-repository.ts'
import type { ScratchRepository } from '../__fixtures__/scratch-repository.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const WIRE = 'docs/mcp/wire.snapshot.json'
const SHELF = path.join(import.meta.dirname, '../__fixtures__/run-shelf-v1.ts')

async function snapshotOf(told: object): Promise<string> {
  const client = await connect(stdioTransport({ command: process.execPath, args: ['-C', '@b10x/source', SHELF, JSON.stringify(told)] }))
  try {
    return serializeSnapshot(await client.freeze())
  } finally {
    await client.close()
  }
}

let honest: string
let retitled: string
let prompting: string
let extended: string
beforeAll(async () => {
  honest = await snapshotOf({ capabilities: { tools: { listChanged: false } } })
  retitled = await snapshotOf({ capabilities: { tools: { listChanged: false } }, tools: [HONEST_TOOLS[0], { ...HONEST_TOOLS[1], title: 'Publish it' }] })
  prompting = await snapshotOf({ capabilities: { tools: { listChanged: false }, prompts: {} } })
  extended = await snapshotOf({ tools: [...HONEST_TOOLS, { name: 'extra', inputSchema: { type: 'object' } }] })
})

async function check(repo: ScratchRepository, base: string): Promise<readonly [status: number, rules: readonly string[]]> {
  const { status, out } = await run(['check', '--root', repo.root, '--base', base, '--format', 'json'])
  const rules = (JSON.parse(out) as { findings: { ruleId: string }[] }).findings.map(({ ruleId }) => ruleId)
  return [status, rules.filter((id) => id.startsWith('GOV-PROBE-'))]
}

function begin(repo: ScratchRepository): string {
  cpSync(HONEST, repo.root, { recursive: true })
  repo.write(WIRE, honest)
  return repo.commit()
}

describe('a committed snapshot', () => {
  it('that fits the documents is quiet', async () => {
    using repo = scratchRepository()
    expect(await check(repo, begin(repo))).toEqual([0, []])
  })

  it.each([
    ['a tool changed', () => retitled, ['GOV-PROBE-019']],
    ['a capability changed', () => prompting, ['GOV-PROBE-005', 'GOV-PROBE-019']],
    ['a tool was added', () => extended, ['GOV-PROBE-001', 'GOV-PROBE-019']]
  ])('stops the work where %s, and the documents did not', async (_title, wire, rules) => {
    using repo = scratchRepository()
    const base = begin(repo)
    repo.write(WIRE, wire())
    repo.commit()
    expect(await check(repo, base)).toEqual([5, expect.arrayContaining(rules)])
  })

  it('may change together with them', async () => {
    using repo = scratchRepository()
    const base = begin(repo)
    repo.write(WIRE, retitled)
    for (const [file, replace, by] of [['docs/mcp/tool-registry.md', '| Publish a note |', '| Publish it |'], ['docs/mcp/risk-register.md', 'Note texts are marked', 'All note texts are marked']] as const) {
      repo.write(file, readFileSync(path.join(repo.root, file), 'utf8').replace(replace, by))
    }
    repo.commit()
    expect(await check(repo, base)).toEqual([0, []])
  })

  it('that is none is a finding', async () => {
    using repo = scratchRepository()
    const base = begin(repo)
    repo.write(WIRE, '{}')
    repo.commit()
    expect((await check(repo, base))[1]).toEqual(['GOV-PROBE-018'])
  })
})
