import type { AttackClassPosition, InjectionTestPlan } from './governance-documents.ts'
import { outlineMarkdown } from './outline-markdown.ts'
import type { OutlineSection } from './outline-markdown.ts'
import { fieldOf, PLACEHOLDER, readFieldTables, readLabels, readRows } from './read-fields.ts'
import type { Fields } from './read-fields.ts'
import type { DocumentFault, Sourced } from './source-position.ts'

const CLASS = /\bAC-?\s?(\d{1,2})\b/i
const OUT_OF_SCOPE = /\bout[ -]of[ -]scope\b|\bnot applicable\b|^n\/a\b/i

interface Said {
  readonly id: Sourced<string>
  readonly fields: Fields
  readonly sections: OutlineSection[]
}

/** Reads `docs/mcp/prompt-injection-test-plan.md`: the matrix and a section for each attack class. Never throws. */
export function readInjectionPlan(text: string, file: string): InjectionTestPlan {
  const faults: DocumentFault[] = []
  const classes = new Map<string, Said>()
  const said = (cell: Sourced<string>, digits: string): Said => {
    const id = `AC-${Number(digits)}`
    const found = classes.get(id) ?? { id: { value: id, at: cell.at }, fields: new Map(), sections: [] }
    classes.set(id, found)
    return found
  }
  let current: Said | null = null
  let level = 0
  for (const section of outlineMarkdown(text, file)) {
    for (const cells of section.tables.flatMap((table) => readRows(table, 'attack class', 'class'))) {
      const [first] = cells.values()
      const digits = first === undefined ? undefined : CLASS.exec(first.value)?.[1]
      if (first === undefined || digits === undefined) continue
      const { fields } = said(first, digits)
      for (const [label, cell] of cells) {
        fields.set(label, cell)
        if (PLACEHOLDER.test(cell.value)) faults.push({ kind: 'placeholder', subject: label, at: cell.at })
      }
    }
    const digits = CLASS.exec(section.title.value)?.[1]
    if (digits !== undefined) {
      current = said(section.title, digits)
      level = section.level
    } else if (section.level <= level) current = null
    // Sections below that of a class belong to it.
    current?.sections.push(section)
  }
  return { file, classes: [...classes.values()].map((one) => positionOf(one, faults)), faults }
}

function positionOf({ id, fields, sections }: Said, faults: DocumentFault[]): AttackClassPosition {
  for (const section of sections) readFieldTables(section, faults, readLabels(section, fields, faults))
  const texts = sections.flatMap(({ blocks }) => blocks.map(({ text }) => text)).filter(({ value }) => value !== '' && !PLACEHOLDER.test(value))
  const result = fieldOf(fields, 'result', 'position', 'status')
  const excluded = [result, fieldOf(fields, 'tested'), ...texts].find((text) => text !== null && OUT_OF_SCOPE.test(text.value)) ?? null
  const [first] = texts
  return {
    id,
    title: sections[0]?.title ?? null,
    tested: fieldOf(fields, 'tested'),
    position: first === undefined ? result : { value: texts.map(({ value }) => value).join('\n'), at: first.at },
    outOfScope: { value: excluded !== null, at: excluded?.at ?? id.at },
    reason: excluded === null ? null : reasonIn(excluded),
    fields,
    at: sections[0]?.title.at ?? id.at
  }
}

function reasonIn({ value, at }: Sourced<string>): Sourced<string> | null {
  const reason = value.slice((OUT_OF_SCOPE.exec(value)?.index ?? 0)).replace(OUT_OF_SCOPE, '').replace(/^[\s:—–,.;()-]+/, '').replace(/\)$/, '').trim()
  return reason === '' ? null : { value: reason, at }
}
