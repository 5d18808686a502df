import type { JsonObject, SnapshotTool, ToolSnapshot } from '@b10x/mcp-foundation'
import type { PublishedTool } from '@b10x/ports'
import { REMOTE } from '../admission/admitted-tools.ts'
import type { AdmittedTool, AdmittedTools, RemoteCaller } from '../admission/admitted-tools.ts'
import { projectSchema } from '../admission/project-schema.ts'
import { indexTools } from './check-mapping.ts'
import type { MappedTool, RunProfile } from './run-profile.ts'

/**
 * The mapped tools of a profile, in words of the profile alone: of what the server wrote only the structure of its
 * schemas is left. In the order of their published names, deeply frozen.
 * @param live the listing of this run, found equal to the reviewed one
 */
export function admitMappedTools(profile: RunProfile, live: ToolSnapshot, remote: RemoteCaller): AdmittedTools {
  const tools = mapTools(profile)
  const mapped = new Set(tools.map(({ remoteName }) => remoteName))
  const unmapped = live.tools.filter(({ name }) => name === null || !mapped.has(name))
  const leftOut = unmapped.map(({ name }) => Object.freeze({ remoteName: name, reason: 'unmapped' } as const))
  return Object.freeze({ source: profile.document.name, tools, leftOut: Object.freeze(leftOut), [REMOTE]: remote })
}

/** What a model would be shown in a run of the profile. Nothing is connected. */
export function publishedToolsOf(profile: RunProfile): readonly PublishedTool[] {
  return Object.freeze(mapTools(profile).map(({ published }) => published))
}

function mapTools({ document, snapshot }: RunProfile): readonly AdmittedTool[] {
  const byName = indexTools(snapshot)
  const tools = document.tools.flatMap((tool) => {
    const reviewed = byName.get(tool.remote)
    return reviewed === undefined ? [] : [mapTool(tool, reviewed, document.name)]
  })
  return Object.freeze(tools.toSorted((a, b) => (a.published.name < b.published.name ? -1 : 1)))
}

/** What `usable` promises of a descriptor. */
interface UsableDescriptor extends JsonObject {
  readonly inputSchema: JsonObject
  readonly outputSchema?: JsonObject
}

function mapTool(tool: MappedTool, reviewed: SnapshotTool, source: string): AdmittedTool {
  const { inputSchema, outputSchema } = reviewed.descriptor as UsableDescriptor
  const published: PublishedTool = Object.freeze({
    name: tool.name,
    ...(tool.title === null ? {} : { title: tool.title }),
    description: tool.description,
    inputSchema: projectSchema(inputSchema, { kind: 'local', parameters: tool.parameters }),
    ...(outputSchema === undefined ? {} : { outputSchema: projectSchema(outputSchema, { kind: 'local' }) }),
    effect: tool.effect,
    prose: 'local',
    source
  })
  return Object.freeze({
    published,
    remoteName: tool.remote,
    digest: reviewed.digest,
    inputSchema,
    ...(outputSchema === undefined ? {} : { outputSchema }),
    ...(tool.deadlineMs === null ? {} : { deadlineMs: tool.deadlineMs }),
    ...(tool.maxResultBytes === null ? {} : { maxResultBytes: tool.maxResultBytes })
  })
}
