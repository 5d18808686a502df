import { stringifyJson } from '@b10x/mcp-foundation'
import type { JsonObject, SnapshotTool, ToolSnapshot } from '@b10x/mcp-foundation'
import { holdsCredential } from '../call/find-credentials.ts'
import { compileEffects } from './assign-effects.ts'
import type { EffectLookup, LocalEffects } from './assign-effects.ts'
import { REMOTE } from './admitted-tools.ts'
import type { AdmittedTool, AdmittedTools, LeftOutReason, LeftOutTool, RemoteCaller } from './admitted-tools.ts'
import { describeRemoteTool } from './describe-remote-tool.ts'
import { checkLocalName, nameTool } from './name-tool.ts'
import { projectSchema } from './project-schema.ts'
import { refuseCollisions } from './refuse-collisions.ts'
import { hasUnseenText } from './screen-descriptor.ts'
import { compileSelection } from './select-tools.ts'
import type { Selector, ToolSelection } from './select-tools.ts'

/** What the host decides about the tools of one server. */
export interface AdmissionOptions extends ToolSelection, LocalEffects {
  /** The local name of the server. */
  readonly source: string
  /** What published names begin with. */
  readonly prefix: string
}

/** Options that were found acceptable. */
export interface AdmissionRules {
  readonly source: string
  readonly select: Selector
  readonly nameOf: (remoteName: string) => string
  readonly effectOf: EffectLookup
}

/**
 * Reads the options, before anything is opened.
 * @throws GovernedError `option_invalid`
 */
export function compileAdmission(options: AdmissionOptions): AdmissionRules {
  checkLocalName('prefix', options.prefix)
  checkLocalName('source', options.source)
  const { source, prefix } = options
  const nameOf = (remoteName: string): string => nameTool(prefix, remoteName)
  return { source, select: compileSelection(options), nameOf, effectOf: compileEffects(options) }
}

/**
 * The tools of a listing that may be shown to a model: wanted, valid, without hidden text, named and frozen; in the order
 * of their published names. The others are evidence with a reason, and one bad tool hides no other.
 * @throws GovernedError `option_invalid` for patterns of `effects` that disagree on a tool, `tool_name_collision`
 */
export function admitTools(snapshot: ToolSnapshot, rules: AdmissionRules, remote: RemoteCaller): AdmittedTools {
  const tools: AdmittedTool[] = []
  const leftOut: LeftOutTool[] = []
  const secrets = remote.sentSecrets()
  for (const tool of snapshot.tools) {
    const reason = reasonToLeaveOut(tool, rules, secrets)
    if (reason === 'credential_echoed') leftOut.push(Object.freeze({ remoteName: null, reason }))
    else if (reason !== null) leftOut.push(Object.freeze({ remoteName: tool.name, reason }))
    else tools.push(admitTool(tool, rules))
  }
  refuseCollisions(tools)
  tools.sort((a, b) => (a.published.name < b.published.name ? -1 : 1))
  return Object.freeze({ source: rules.source, tools: Object.freeze(tools), leftOut: Object.freeze(leftOut), [REMOTE]: remote })
}

/** What `usable` promises of a descriptor. */
interface UsableDescriptor extends JsonObject {
  readonly inputSchema: JsonObject
  readonly outputSchema?: JsonObject
}

/** What the host asked for is looked at first: it is the reason that the host expects. */
function reasonToLeaveOut(tool: SnapshotTool, { select }: AdmissionRules, secrets: readonly string[]): LeftOutReason | null {
  // Before all else: no name that holds one is handed to anybody.
  if (secrets.length > 0 && holdsCredential(tool.descriptor, stringifyJson(tool.descriptor), secrets)) return 'credential_echoed'
  const selected = tool.name === null ? 'selected' : select(tool.name)
  if (selected !== 'selected') return selected
  if (tool.status !== 'usable') return 'invalid'
  return hasUnseenText(tool) ? 'unseen_text' : null
}

function admitTool(tool: SnapshotTool, { source, nameOf, effectOf }: AdmissionRules): AdmittedTool {
  // A usable tool has a name and an object with schemas.
  const remoteName = tool.name ?? ''
  const descriptor = tool.descriptor as UsableDescriptor
  const { inputSchema, outputSchema } = descriptor
  const effect = effectOf(remoteName)
  const published = {
    name: nameOf(remoteName),
    description: describeRemoteTool(source, descriptor),
    inputSchema: projectSchema(inputSchema, { kind: 'remote' }),
    ...(outputSchema === undefined ? {} : { outputSchema: projectSchema(outputSchema, { kind: 'remote' }) }),
    ...(effect === undefined ? {} : { effect }),
    prose: 'remote',
    source
  } as const
  return Object.freeze({
    published: Object.freeze(published),
    remoteName,
    digest: tool.digest,
    inputSchema,
    ...(outputSchema === undefined ? {} : { outputSchema })
  })
}
