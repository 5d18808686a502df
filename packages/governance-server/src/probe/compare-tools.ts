import { compareAnnotations, readIdempotency } from '@b10x/governance-rules'
import type { AnnotationHints, RegisteredTool, ToolRegistry } from '@b10x/governance-rules'
import { ExactNumber } from '@b10x/mcp-foundation'
import type { JsonObject, JsonValue, ToolSnapshot } from '@b10x/mcp-foundation'
import { shown } from './observation.ts'
import type { Observer } from './observation.ts'

/** Tools that the server lists beside those of the registry: which, how described, how annotated. */
export function compareTools({ tools }: ToolSnapshot, registry: ToolRegistry | null, observer: Observer): void {
  if (registry === null) {
    for (const id of ['GOV-PROBE-001', 'GOV-PROBE-002', 'GOV-PROBE-003', 'GOV-PROBE-004']) observer.say(id, 'not_applicable', 'There is no registry of tools.')
    return
  }
  const start = { file: registry.file, line: 1, column: 1 }
  const registered = new Map(registry.tools.map((tool) => [tool.name.value, tool]))
  const listed = new Map(tools.map(({ name, descriptor }) => [name ?? '', asObject(descriptor)]))
  for (const [name, descriptor] of listed) {
    const tool = registered.get(name)
    if (tool === undefined) observer.say('GOV-PROBE-001', 'fail', `The server lists ${shown(name)}, and the registry does not have it.`, start)
    else compareOne(tool, descriptor, observer)
  }
  for (const { name } of registry.tools) {
    if (!listed.has(name.value)) observer.say('GOV-PROBE-002', 'fail', `The registry has ${shown(name.value)}, and the server does not list it.`, name.at)
  }
  observer.sayPassed('GOV-PROBE-001', 'Every listed tool is registered.')
  observer.sayPassed('GOV-PROBE-002', 'Every registered tool is listed.')
  observer.sayPassed('GOV-PROBE-003', 'Tools are described as the registry quotes them.')
  observer.sayPassed('GOV-PROBE-004', 'No annotation contradicts its tier.')
}

function compareOne({ name, modelDescription, tier, idempotency, at }: RegisteredTool, descriptor: JsonObject, observer: Observer): void {
  const { description } = descriptor
  if (modelDescription === null) observer.say('GOV-PROBE-003', 'unproven', `The registry does not quote the description of ${shown(name.value)}.`, at)
  else if (typeof description !== 'string' || plain(description) !== plain(modelDescription.value)) {
    observer.say('GOV-PROBE-003', 'fail', `${shown(name.value)} is described otherwise than the registry quotes.`, modelDescription.at)
  }
  if (tier === null || tier.value < 0 || tier.value > 5) return
  const idempotent = idempotency === null ? null : readIdempotency(idempotency.value)
  for (const { hint, message } of compareAnnotations({ name: name.value, tier: tier.value, idempotent }, asObject(descriptor['annotations']) as AnnotationHints)) {
    observer.say('GOV-PROBE-004', 'fail', `The annotation ${hint} of ${shown(name.value)} ${message}.`, tier.at)
  }
}

/** Line breaks and spaces of Markdown are no difference; letters are. */
function plain(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

export function asObject(value: JsonValue | undefined): JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof ExactNumber) ? (value as JsonObject) : {}
}
