import type { Suppression, SuppressionFile } from '../finding.ts'
import type { ProjectFiles } from './project-files.ts'
import { openYaml } from './read-yaml.ts'
import type { YamlReader } from './read-yaml.ts'
import type { DocumentFault } from './source-position.ts'

/** Where suppressions stand, from the root of the project. */
const SUPPRESSIONS_PATH = '.b10x-governance.yaml'

const MEMBERS: ReadonlySet<string> = new Set(['rule', 'file', 'subject', 'reason', 'owner', 'expires'])
const DEMANDED = ['rule', 'reason', 'owner', 'expires'] as const

/** Reads `.b10x-governance.yaml`. An entry that is not complete suppresses nothing, and is a fault. Never throws. */
export function readSuppressions(files: ProjectFiles): SuppressionFile {
  const text = files.read(SUPPRESSIONS_PATH)
  const faults: DocumentFault[] = []
  if (text === null) return { suppressions: [], faults }
  const yaml = openYaml(text, SUPPRESSIONS_PATH, 'suppressions', faults)
  const top = yaml.members(yaml.root, 'file', new Set(['suppressions']))
  const suppressions = yaml.items(top.get('suppressions'), 'suppressions').flatMap((node, index) => readOne(yaml, node, index) ?? [])
  return { suppressions, faults }
}

function readOne(yaml: YamlReader, node: unknown, index: number): Suppression | null {
  const subject = `suppressions[${index}]`
  const members = yaml.members(node, subject, MEMBERS)
  const read = (name: string): string | undefined => {
    const value = yaml.text(members.get(name), `${subject}.${name}`)?.value.trim()
    return value === '' ? undefined : value
  }
  const [rule, reason, owner, expires] = DEMANDED.map(read)
  for (const [at, value] of [rule, reason, owner, expires].entries()) if (value === undefined) yaml.fault('missing_member', `${subject}.${DEMANDED[at] ?? ''}`, node)
  const [file, about] = [read('file'), read('subject')]
  if (expires !== undefined && !isDate(expires)) yaml.fault('invalid_value', `${subject}.expires`, members.get('expires'))
  else if (rule !== undefined && reason !== undefined && owner !== undefined && expires !== undefined) {
    return { rule, reason, owner, expires, ...(file === undefined ? {} : { file }), ...(about === undefined ? {} : { subject: about }), at: yaml.at(node) }
  }
  return null
}

/** A day of the calendar: `2026-02-30` is none. */
function isDate(text: string): boolean {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}
