// The reader that the format's document offers shares no line with ours, and must come to the same bytes.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { FORMATS, SNAPSHOT_VECTORS, readSnapshotVector, readTable } from '../__fixtures__/format-vectors.ts'
import { jsonLines, jsonValues } from '../__fixtures__/json-arbitraries.ts'
import { listings, snapshotOf, toolNamed } from '../__fixtures__/snapshots.ts'
import { DEFAULT_BOUNDS } from '../bounds/default-bounds.ts'
import { canonicalize } from '../json/canonicalize.ts'
import { parseJson } from '../json/parse-json.ts'
import { stringifyJson } from '../json/stringify-json.ts'
import { freezeSnapshot } from './freeze-snapshot.ts'
import { serializeSnapshot } from './serialize-snapshot.ts'

vi.setConfig({ testTimeout: 60_000 })

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'snapshot-python-'))
})
afterAll(() => {
  rmSync(folder, { recursive: true })
})

interface Run {
  readonly status: number | null
  readonly stdout: string
  readonly stderr: string
}

/** Without `python3` this fails: the reader is part of the format. */
function runPython(args: readonly string[], input: string = ''): Run {
  const { error, status, stdout, stderr } = spawnSync('python3', ['-B', `${FORMATS}read_snapshot.py`, ...args], {
    input,
    encoding: 'utf8',
    maxBuffer: 64 << 20
  })
  if (error !== undefined) throw error
  return { status, stdout, stderr }
}

function fileOf(name: string, text: string): string {
  const file = path.join(folder, name)
  writeFileSync(file, text)
  return file
}

const ACCEPTED = { status: 0, stdout: '', stderr: '' }

type InvalidFile = ReturnType<typeof readTable<'invalid-files.json'>>['cases'][number]

/** One process reads all of them. Returns what it says about each. */
function complaintsAbout(cases: readonly InvalidFile[]): readonly string[] {
  const files = cases.map(({ file, replace, by }, index) => {
    return fileOf(`edited-${index}.json`, readSnapshotVector(file).replace(replace, () => by))
  })
  const { status, stderr } = runPython(files)
  expect(status).toBe(1)
  const lines = stderr.split('\n')
  return files.map((file) => lines.filter((line) => line.startsWith(`${file}: `)).join('\n'))
}

describe('the reader in Python', () => {
  it('accepts every valid vector', () => {
    expect(runPython(SNAPSHOT_VECTORS.map((file) => `${FORMATS}vectors/${file}`))).toEqual(ACCEPTED)
  })

  it('refuses every vector whose digests do not match, and names the tool', () => {
    const edited = readTable('invalid-files.json').cases.filter(({ code }) => code === 'snapshot_digest_mismatch')
    const complaints = complaintsAbout(edited)
    expect(complaints.filter((complaint) => complaint === '')).toEqual([])
    const named = edited.flatMap(({ details, title }, index) => (details.tool === 'add' ? [[title, complaints[index]]] : []))
    expect(named.length).toBeGreaterThan(3)
    for (const [title, complaint] of named) {
      expect(complaint).toContain(`tool ${title === 'a named tool that loses its name' ? 'None' : "'add'"} was edited`)
    }
  })

  it('refuses every vector that breaks a rule of reading which a digest depends on', () => {
    const reasons = ['duplicate_member', 'number_length', 'byte_order_mark', 'syntax', 'out_of_order', 'duplicate_name', 'not_a_revision', 'unknown_format']
    const broken = readTable('invalid-files.json').cases.filter(({ details }) => reasons.includes(details.reason ?? ''))
    expect(new Set(broken.map(({ details }) => details.reason))).toEqual(new Set(reasons))
    expect(complaintsAbout(broken).filter((complaint) => complaint === '')).toEqual([])
  })

  it('accepts an unsafe number and a lone surrogate, and notices when one of them was made safe', () => {
    const text = serializeSnapshot(snapshotOf([toolNamed('t', { description: 'a \ud83d', 'x-limit': parseJson('9007199254740993') })]))
    const rounded = text.replace('9007199254740993', '9007199254740992')
    const replaced = text.replace('\\ud83d', '\\ufffd')
    expect([rounded, replaced]).not.toContain(text)
    const { status, stderr } = runPython([fileOf('unsafe.json', text), fileOf('rounded.json', rounded), fileOf('replaced.json', replaced)])
    expect(status).toBe(1)
    expect(stderr.match(/\w+\.json: tool 't' was edited/g)).toEqual(["rounded.json: tool 't' was edited", "replaced.json: tool 't' was edited"])
    expect(stderr).not.toContain('unsafe.json')
  })

  it('accepts whatever snapshot we write', () => {
    const files = fc.sample(listings, 60).map((listing, index) => {
      return fileOf(`random-${index}.json`, serializeSnapshot(freezeSnapshot(listing, DEFAULT_BOUNDS)))
    })
    expect(runPython(files)).toEqual(ACCEPTED)
  })

  it('ends in an error without a file, and for a file that is none of ours', () => {
    expect(runPython([]).status).toBe(1)
    const others = ['{"tools":[]}', '[]', '', '['.repeat(100_000)].map((text, index) => fileOf(`other-${index}.json`, text))
    const { status, stderr } = runPython(others)
    expect(status).toBe(1)
    expect(stderr.match(/is no snapshot/g)).toHaveLength(others.length)
  })
})

describe('the canonical form in Python', () => {
  it('is ours, for random values and for random texts of every spelling', () => {
    const lines = fc.oneof(jsonValues.map((value) => stringifyJson(value)), jsonLines)
    fc.assert(
      fc.property(fc.array(lines, { minLength: 400, maxLength: 500, size: 'max' }), (batch) => {
        const { status, stdout, stderr } = runPython(['--canonical'], `${batch.join('\n')}\n`)
        expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
        expect(stdout.split('\n').slice(0, -1)).toEqual(batch.map((line) => canonicalize(parseJson(line))))
      }),
      { numRuns: 2, endOnFailure: true }
    )
  })

  it('is that of the public vectors', () => {
    const cases = readTable('canonical-form.json').cases.filter(({ input }) => !/[\r\n]/.test(input))
    const { stdout } = runPython(['--canonical'], cases.map(({ input }) => `${input}\n`).join(''))
    expect(stdout).toBe(cases.map(({ canonical }) => `${canonical}\n`).join(''))
  })
})
