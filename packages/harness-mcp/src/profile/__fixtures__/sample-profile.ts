import type { JsonObject, JsonValue } from '@b10x/mcp-foundation'

/** A profile that uses every member of the format. */
export const SAMPLE_PROFILE = {
  format: 'b10x.harness-run-profile.v1',
  name: 'files',
  foundation: { version: '0.1.0', revision: '0123456789abcdef0123456789abcdef01234567' },
  connection: {
    transport: 'stdio',
    command: ['npx', '-y', '@modelcontextprotocol/server-filesystem@2026.8.31', '/srv/data'],
    env: ['FILES_TOKEN'],
    cwd: '.'
  },
  protocolVersion: '2026-07-28',
  snapshot: { path: 'files.snapshot.json', digest: `sha256:${'a'.repeat(64)}` },
  tools: [
    {
      remote: 'read/file',
      name: 'read_file',
      title: 'Read a file',
      description: 'Returns the text of one file below the data folder.',
      parameters: { path: 'Path below the data folder.' },
      effect: 'read',
      risk: 'low',
      idempotency: 'idempotent',
      access: 'local',
      tier: { level: 0, rationale: 'Only reads, and only below one folder.' },
      deadlineMs: 5000,
      maxResultBytes: 65536
    },
    {
      remote: 'write_file',
      name: 'write_file',
      description: 'Replaces one file below the data folder.',
      effect: 'write',
      risk: 'medium',
      idempotency: 'idempotent',
      access: 'local'
    }
  ],
  subjects: ['user:alice'],
  policy: { version: '7', allow: ['read_*'], approve: ['write_file'], deny: [] },
  deadlines: { connectMs: 10_000, callMs: 20_000 },
  bounds: { maxTools: 50 },
  onUnmappedAdded: 'ignore'
} as const satisfies JsonObject

/** The same over HTTP. */
export const SAMPLE_HTTP_CONNECTION = {
  transport: 'streamable-http',
  url: 'https://tools.example.test/mcp?region=eu',
  bearerEnv: 'FILES_TOKEN',
  headersEnv: { 'X-Key': 'FILES_KEY' },
  allowInsecure: false
} as const satisfies JsonObject

/** A copy with the value at a pointer replaced, or removed where there is none. */
export function editAt(document: JsonObject, pointer: string, value?: JsonValue): JsonObject {
  const copy = structuredClone(document) as Record<string, JsonValue>
  const keys = pointer.split('/').slice(1).map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))
  const last = keys.pop() ?? ''
  const holder = keys.reduce<Record<string, JsonValue>>((inner, key) => inner[key] as Record<string, JsonValue>, copy)
  if (value !== undefined) holder[last] = value
  else if (Array.isArray(holder)) holder.splice(Number(last), 1)
  else delete holder[last]
  return copy
}
