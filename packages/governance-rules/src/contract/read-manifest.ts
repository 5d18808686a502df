import { isMap, isScalar, isSeq, parseDocument } from 'yaml'
import type { Node, YAMLMap } from 'yaml'
import { createPlace } from './place-offset.ts'
import { MODULE_GROUPS } from './harness-manifest.ts'
import type { HarnessManifest, ModuleGroup } from './harness-manifest.ts'
import type { DocumentFault, SourcePosition, Sourced } from './source-position.ts'

const TOP_MEMBERS = new Set(['schemaVersion', 'project', 'modules', 'overrides'])
const PLACEHOLDER = /\[\[[A-Z0-9_ -]+\]\]/
const CRITICALITIES = new Set(['low', 'medium', 'high', 'critical', 'platform', 'research', 'internal'])
/** `name`, `group/name`, and the prose spelling with the group of architectures. */
const MODULE_ID = /^(?:[a-z0-9-]+\/)?[a-z0-9-]+$/

/**
 * Reads `harness.manifest.yaml`, schema version 1. Never throws: what does not hold is a fault with its place. Unknown
 * members at the top and under `modules` are faults, elsewhere they are allowed.
 */
export function readManifest(text: string, file: string): HarnessManifest {
  const faults: DocumentFault[] = []
  const content = text.replace(/^\uFEFF/, '')
  const document = parseDocument(content, { logLevel: 'silent', uniqueKeys: false })
  const place = createPlace(content, file)
  const at = (node: unknown): SourcePosition => place((node as Node | null)?.range?.[0] ?? 0)
  const fault = (kind: DocumentFault['kind'], subject: string, where: SourcePosition): void => {
    faults.push({ kind, subject, at: where })
  }
  for (const error of document.errors) fault('syntax', 'manifest', place(error.pos[0]))

  const members = (map: unknown, subject: string): Map<string, unknown> => {
    const found = new Map<string, unknown>()
    if (!isMap(map)) {
      if (map !== null && map !== undefined && !(isScalar(map) && map.value === null)) fault('invalid_value', subject, at(map))
      return found
    }
    for (const pair of (map as YAMLMap).items) {
      const key = isScalar(pair.key) ? String(pair.key.value) : ''
      if (found.has(key)) fault('duplicate', `${subject}.${key}`, at(pair.key))
      else found.set(key, pair.value)
      if (subject === 'manifest' && !TOP_MEMBERS.has(key)) fault('unknown_member', key, at(pair.key))
      if (subject === 'modules' && !isGroup(key)) fault('unknown_member', `modules.${key}`, at(pair.key))
    }
    return found
  }
  const word = (node: unknown, subject: string, fits: (value: string) => boolean): Sourced<string> | null => {
    if (node === undefined || node === null) return null
    if (!isScalar(node) || typeof node.value !== 'string') {
      // An unquoted [[NAME]] is a list in a list to YAML.
      const source = content.slice((node as Node).range?.[0] ?? 0, (node as Node).range?.[1] ?? 0)
      fault(PLACEHOLDER.test(source) ? 'placeholder' : 'invalid_value', subject, at(node))
      return null
    }
    if (PLACEHOLDER.test(node.value)) fault('placeholder', subject, at(node))
    else if (!fits(node.value)) fault('invalid_value', subject, at(node))
    else return { value: node.value, at: at(node) }
    return null
  }
  const words = (node: unknown, subject: string, fits: (value: string) => boolean): Sourced<string>[] => {
    if (node === undefined || node === null || (isScalar(node) && node.value === null)) return []
    if (!isSeq(node)) {
      fault('invalid_value', subject, at(node))
      return []
    }
    return node.items.flatMap(item => word(item, subject, fits) ?? [])
  }

  const top = members(document.contents, 'manifest')
  const version = top.get('schemaVersion')
  if (version === undefined) fault('missing_member', 'schemaVersion', place(0))
  else if (!isScalar(version) || version.value !== 1) fault('invalid_value', 'schemaVersion', at(version))
  if (!top.has('project')) fault('missing_member', 'project', place(0))
  const project = members(top.get('project'), 'project')
  const groups = members(top.get('modules'), 'modules')
  const overrides = members(top.get('overrides'), 'overrides')
  const any = (): boolean => true
  const modules = {} as Record<ModuleGroup, readonly Sourced<string>[]>
  for (const group of MODULE_GROUPS) {
    modules[group] = words(groups.get(group), `modules.${group}`, id => MODULE_ID.test(id)).map(id => ({
      value: id.value.slice(id.value.indexOf('/') + 1),
      at: id.at
    }))
  }
  return {
    file,
    project: {
      id: word(project.get('id'), 'project.id', id => /^[a-z0-9-]+$/.test(id)),
      name: word(project.get('name'), 'project.name', any),
      maturity: word(project.get('maturity'), 'project.maturity', any),
      criticality: word(project.get('criticality'), 'project.criticality', value => CRITICALITIES.has(value))
    },
    modules,
    requiredArtifacts: words(overrides.get('requiredArtifacts'), 'overrides.requiredArtifacts', any),
    disabledValidations: words(overrides.get('disabledValidations'), 'overrides.disabledValidations', any),
    faults
  }
}

function isGroup(key: string): key is ModuleGroup {
  return (MODULE_GROUPS as readonly string[]).includes(key)
}
