// The document of the format says what the code does.
import { existsSync, readFileSync } from 'node:fs'
import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { FORMATS, readSnapshotVector, readTable } from '../__fixtures__/format-vectors.ts'
import { canonicalize } from '../json/canonicalize.ts'
import { parseJson } from '../json/parse-json.ts'
import { digestTool } from './digests.ts'
import { parseSnapshot } from './parse-snapshot.ts'
import type { ToolStatus } from './tool-snapshot.ts'

const text = readFileSync(`${FORMATS}tool-snapshot.md`, 'utf8')

/** The body of a section, by its number. */
function section(number: string): string {
  const start = text.search(new RegExp(`^##+ ${number.replace('.', '\\.')}\\.? `, 'm'))
  const rest = text.slice(start + 3)
  const end = rest.search(/^##+ /m)
  return end === -1 ? rest : rest.slice(0, end)
}

const blocks = (body: string): readonly string[] => [...body.matchAll(/^```\w+\n([^]*?)^```$/gm)].map(([, block]) => block ?? '')
const firstCells = (body: string): readonly string[] => [...body.matchAll(/^\| (`.*?) \|/gm)].flatMap(([, cell]) => (cell ?? '').match(/[a-z0-9_]+/g) ?? [])

it('names every status and no other', () => {
  const statuses: Record<ToolStatus, true> = {
    usable: true,
    not_an_object: true,
    name_missing: true,
    name_empty: true,
    title_invalid: true,
    description_invalid: true,
    annotations_invalid: true,
    input_schema_missing: true,
    input_schema_not_object: true,
    output_schema_invalid: true,
    task_required: true,
    schema_dialect_unsupported: true,
    schema_reference_unresolved: true,
    schema_reference_remote: true,
    schema_too_large: true,
    schema_unsupported: true,
    header_annotation_invalid: true
  }
  const named = firstCells(section('4.2')).filter((cell) => !['name', 'digest', 'status', 'descriptor'].includes(cell))
  expect(['usable', ...named].sort()).toEqual(Object.keys(statuses).sort())
})

it('names every reason that a vector is refused for', () => {
  const reasons = readTable('invalid-files.json').cases.flatMap(({ details }) => details.reason ?? [])
  expect(firstCells(section('5'))).toEqual(expect.arrayContaining(reasons))
})

it('works through the smallest of the vectors, down to the bytes', () => {
  const [listed, canonical, toolDigest, bytes, snapshotDigest] = blocks(section('7'))
  const snapshot = parseSnapshot(readSnapshotVector('snapshot-minimal.json'))
  const [tool] = snapshot.tools
  expect(`${canonicalize(parseJson(listed ?? ''))}\n`).toBe(canonical)
  expect(canonicalize(tool?.descriptor ?? null)).toBe(canonical?.trim())
  expect(section('7')).toContain(` ${canonical?.trim().length} bytes`)
  expect(toolDigest?.trim()).toBe(tool?.digest)
  expect(toolDigest?.trim()).toBe(digestTool(canonical?.trim() ?? ''))
  const content = Buffer.from((bytes ?? '').replaceAll(/ {3,}.*$/gm, '').replaceAll(/\s/g, ''), 'hex')
  expect(content).toHaveLength(72)
  expect(snapshotDigest?.trim()).toBe(`sha256:${createHash('sha256').update(content).digest('hex')}`)
  expect(snapshotDigest?.trim()).toBe(snapshot.digest)
})

it('links only to files that are there', () => {
  const links = [...text.matchAll(/\]\(([^)#]+)\)/g)].map(([, link]) => link ?? '')
  expect(links.length).toBeGreaterThan(8)
  expect(links.filter((link) => !existsSync(FORMATS + link))).toEqual([])
})
