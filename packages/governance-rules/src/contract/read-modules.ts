import { MCP_SERVER_MODULE } from './embedded-modules.ts'
import { isUsablePattern } from './judge-pattern.ts'
import { MODULE_GROUPS } from './harness-manifest.ts'
import type { CompanionRule, ForbiddenPattern, ModuleDefinition } from './module-definition.ts'
import type { ProjectFiles } from './project-files.ts'
import { openYaml } from './read-yaml.ts'
import type { YamlReader } from './read-yaml.ts'
import type { DocumentFault } from './source-position.ts'

/** Where a project keeps definitions of modules: the framework itself, or a copy of it. */
const ROOTS = ['platform/profiles/', 'profiles/', '.harness/profiles/'] as const

/** The definitions that a project brings, and those that come with this package for what it does not. Never throws. */
export function readModules(files: ProjectFiles): readonly ModuleDefinition[] {
  const found = new Map<string, ModuleDefinition>()
  for (const path of ROOTS.flatMap((root) => files.list(root))) {
    const [, group, name] = /(?:^|\/)profiles\/([\w-]+)\/([\w-]+)\/module\.ya?ml$/.exec(path) ?? []
    if (group === undefined || name === undefined || !(MODULE_GROUPS as readonly string[]).includes(group)) continue
    const id = `${group}/${name}`
    const text = files.read(path)
    if (text !== null && !found.has(id)) found.set(id, readModuleDefinition(text, path, id))
  }
  if (!found.has(MCP_SERVER_MODULE.id)) found.set(MCP_SERVER_MODULE.id, MCP_SERVER_MODULE)
  return [...found.values()]
}

/**
 * Reads `module.yaml`. Members that we do not use are allowed: the framework has more of them. A pattern that cannot be used
 * guards nothing, and is a fault.
 */
function readModuleDefinition(text: string, file: string, id: string): ModuleDefinition {
  const faults: DocumentFault[] = []
  const yaml = openYaml(text, file, 'module', faults)
  const top = yaml.members(yaml.root, 'module', null)
  const strings = (node: unknown, subject: string): readonly string[] => yaml.items(node, subject).flatMap((item) => yaml.text(item, subject)?.value ?? [])
  return {
    id,
    source: 'project',
    requiredArtifacts: strings(top.get('requiredArtifacts'), 'requiredArtifacts'),
    sensitivePaths: yaml.items(top.get('sensitivePaths'), 'sensitivePaths').flatMap((node) => readSensitive(yaml, node)),
    companionRules: yaml.items(top.get('companionRules'), 'companionRules').map((node) => readCompanion(yaml, node)),
    forbiddenPatterns: yaml.items(top.get('forbiddenPatterns'), 'forbiddenPatterns').flatMap((node) => readForbidden(yaml, node)),
    faults
  }
}

function readSensitive(yaml: YamlReader, node: unknown): readonly string[] {
  return readPatterns(yaml, yaml.members(node, 'sensitivePaths', null).get('patterns'), 'sensitivePaths.patterns')
}

function readCompanion(yaml: YamlReader, node: unknown): CompanionRule {
  const members = yaml.members(node, 'companionRules', null)
  return {
    name: yaml.text(members.get('description'), 'companionRules.description')?.value ?? '',
    triggers: readPatterns(yaml, members.get('triggerPaths'), 'companionRules.triggerPaths'),
    needsAnyOf: readPatterns(yaml, members.get('requiredAny'), 'companionRules.requiredAny'),
    at: yaml.at(node)
  }
}

/** One pattern, or several, for files that fit. */
function readForbidden(yaml: YamlReader, node: unknown): readonly ForbiddenPattern[] {
  const members = yaml.members(node, 'forbiddenPatterns', null)
  const single = yaml.text(members.get('pattern'), 'forbiddenPatterns.pattern')
  const patterns = [...(single === null ? [] : usable(yaml, single.value, members.get('pattern'), 'forbiddenPatterns.pattern')), ...readPatterns(yaml, members.get('patterns'), 'forbiddenPatterns.patterns')]
  const paths = readPatterns(yaml, members.get('paths'), 'forbiddenPatterns.paths')
  const reason = (yaml.text(members.get('reason') ?? members.get('description'), 'forbiddenPatterns.reason')?.value ?? '').trim()
  return patterns.map((pattern) => ({ pattern, paths, reason, at: yaml.at(node) }))
}

function readPatterns(yaml: YamlReader, node: unknown, subject: string): readonly string[] {
  return yaml.items(node, subject).flatMap((item) => {
    const text = yaml.text(item, subject)
    return text === null ? [] : usable(yaml, text.value, item, subject)
  })
}

function usable(yaml: YamlReader, pattern: string, node: unknown, subject: string): readonly string[] {
  if (isUsablePattern(pattern)) return [pattern]
  yaml.fault('invalid_value', subject, node)
  return []
}
