import fc from 'fast-check'
import { expect, test } from 'vitest'
import { changeOf } from '../__fixtures__/change-of.ts'
import { filesOfRecord } from '../__fixtures__/files-of.ts'
import {
  ADR,
  CAPABILITIES,
  honestTexts,
  MANIFEST,
  PLAN,
  REGISTRY,
  RISKS,
  SPEC,
  SUPPRESSIONS,
  TRANSPORT
} from '../__fixtures__/rule-case.ts'
import { SERVER } from '../__fixtures__/change-cases.ts'
import { checkProject } from '../report/check-project.ts'
import { writeJsonReport } from '../report/write-json.ts'
import { writeJunitReport } from '../report/write-junit.ts'
import { writeSarifReport } from '../report/write-sarif.ts'
import { writeTextReport } from '../report/write-text.ts'

const HONEST = honestTexts()
const today = '2026-12-01'
const PATHS = [MANIFEST, REGISTRY, SPEC, RISKS, CAPABILITIES, PLAN, TRANSPORT, SUPPRESSIONS, ADR, SERVER] as const

/** A document after some lines were lost, doubled, swapped or replaced. */
const torn = fc.record({
  path: fc.constantFrom(...PATHS),
  cuts: fc.array(
    fc.tuple(fc.nat(200), fc.constantFrom('lose', 'double', 'swap', 'replace'), fc.string({ unit: 'binary', maxLength: 60 })),
    { maxLength: 8 }
  )
})

function tear(text: string, cuts: readonly (readonly [number, string, string])[]): string {
  const lines = text.split('\n')
  for (const [at, how, other] of cuts) {
    const i = at % Math.max(1, lines.length)
    if (how === 'lose') lines.splice(i, 1)
    else if (how === 'double') lines.splice(i, 0, lines[i] ?? '')
    else if (how === 'swap') lines.push(...lines.splice(i, 1))
    else lines[i] = other
  }
  return lines.join('\n')
}

test('whatever the documents say, a check ends with findings inside them, and each report can be written', () => {
  fc.assert(
    fc.property(fc.array(torn, { minLength: 1, maxLength: 4 }), faults => {
      const texts: Record<string, string> = { ...HONEST }
      for (const { path, cuts } of faults) texts[path] = tear(texts[path] ?? '', cuts)
      const report = checkProject({ files: filesOfRecord(texts), change: changeOf(HONEST, texts), today })
      for (const { at } of [...report.findings, ...report.findings.flatMap(({ related = [] }) => related.map(place => ({ at: place })))]) {
        // A line of Markdown also ends with a carriage return alone.
        const lines = (texts[at.file] ?? '').split(at.file.endsWith('.md') ? /\r\n|\n|\r/ : '\n')
        expect(at.line).toBeGreaterThanOrEqual(1)
        expect(at.line).toBeLessThanOrEqual(lines.length)
        expect(at.column).toBeGreaterThanOrEqual(1)
        expect(at.column).toBeLessThanOrEqual((lines[at.line - 1]?.length ?? 0) + 1)
      }
      for (const write of [writeTextReport, writeJsonReport, writeJunitReport, writeSarifReport]) expect(write(report)).not.toBe('')
    }),
    { numRuns: 100 }
  )
})

test.each(['`', ':', 'a.', 'not ', '* ', 'curl ', 'req.', '(', '=>', '|', '\\', 'Tier 4 ', 'out of scope ', 'no model '])(
  'a cell of 20 000 times %j ends',
  piece => {
    const long = piece.repeat(20_000).replaceAll('|', '\\|')
    const stretch = (text: string): string =>
      text.replaceAll(/^(\| [^|]+ \|) ([^|\n-]+) \|$/gm, (row, label: string, value: string, at: number) =>
        at % 7 === 0 ? `${label} ${value} ${long} |` : row
      )
    const texts = Object.fromEntries(Object.entries(HONEST).map(([path, text]) => [path, path.endsWith('.md') ? stretch(text) : text]))
    const code = { ...texts, [SERVER]: `${long}\nheaders: { authorization: ${long} }\n` }
    const addedLines = [
      { line: 1, text: long },
      { line: 2, text: `headers: { authorization: ${long} }` }
    ]
    const change = { ...changeOf(HONEST, HONEST), files: [{ path: SERVER, kind: 'added' as const, addedLines }], head: filesOfRecord(code) }
    expect(checkProject({ files: filesOfRecord(code), change, today }).summary.rules).toBeGreaterThan(0)
  }
)
