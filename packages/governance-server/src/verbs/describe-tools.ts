import type { JsonObject, JsonValue } from '@b10x/mcp-foundation'

/** Sections and summary rows of a registry, as far as the wire knows them. */
export interface DescribedTools {
  readonly blocks: string
  readonly rows: string
}

/** Words of the server stand in a block quote, escaped: they are evidence, and no part of the document. */
export function describeTools(descriptors: readonly JsonObject[]): DescribedTools {
  return { blocks: descriptors.map(describeTool).join('\n\n'), rows: descriptors.map((descriptor) => `| \`${nameOf(descriptor)}\` | [[TIER]] | [[SIDE_EFFECTS]] | [[YES_OR_NO]] | [[APPROVAL]] |`).join('\n') }
}

function describeTool(descriptor: JsonObject): string {
  const name = nameOf(descriptor)
  return `### Tool: \`${name}\`

| Field | Value |
|---|---|
| Tool name (wire) | \`${name}\` |
| Display title | [[TITLE]] |
| Intent (one line) | [[INTENT]] |
| Input schema | See the snapshot in \`docs/mcp/wire.snapshot.json\` |
| Output content types | [[CONTENT_TYPES]] |
| Side effects | [[SIDE_EFFECTS]] |
| Returns external content | [[YES_OR_NO]] |
| Consumer trust tier | **Tier [[N]]** — [[REASON_IN_ONE_SENTENCE]] |
| Approval gating expectation | [[APPROVAL]] |
| Idempotency | [[IDEMPOTENCY]] |
| Audit log expectation | [[AUDIT]] |
| Rate limit | [[RATE_LIMIT]] |
| Out-of-scope failure mode | [[FAILURE]] |

Description shown to the model (matches \`tools/list\`):

${quote(descriptor['description'])}

Tool poisoning: [[POISONING]]

Injection through result: [[INJECTION]]`
}

/** Names of tools are of these letters (MCP, tools); another one is a finding of the probe, not a heading. */
function nameOf({ name }: JsonObject): string {
  return typeof name === 'string' ? name.replace(/[^\w./-]/g, '_').slice(0, 128) : '[[NAME]]'
}

function quote(description: JsonValue | undefined): string {
  if (typeof description !== 'string' || description.trim() === '') return '> [[DESCRIPTION]]'
  return description.split(/\r\n|\n|\r/).map((line) => `> ${escapeMarkdown(line)}`).join('\n')
}

/** Letters that Markdown would obey, and characters that nobody sees. */
function escapeMarkdown(line: string): string {
  // eslint-disable-next-line no-control-regex -- these are what is taken out
  return line.replace(/[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g, ' ').replace(/[\\`*_{}[\]<>#|~!]/g, (letter) => `\\${letter}`)
}
