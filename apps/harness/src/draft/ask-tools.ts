import { escapeLines, escapeText, indentLines, renderValue } from '@b10x/mcp-cli/terminal'
import type { Output } from '@b10x/mcp-cli/terminal'
import type { JsonObject, JsonValue } from '@b10x/mcp-foundation'
import { ACCESSES, IDEMPOTENCIES, RISKS } from '@b10x/harness-mcp'
import { TOOL_EFFECTS } from '@b10x/ports'
import type { DraftedTool } from './draft-profile.ts'

type Ask = (question: string) => Promise<string>

/** Asks about every tool, and about the facts of those that are to be published. Nothing is suggested by the server. */
export async function askTools(drafted: readonly DraftedTool[], ask: Ask, output: Output): Promise<readonly JsonValue[]> {
  const entries: JsonValue[] = []
  for (const [index, tool] of drafted.entries()) {
    for (const line of renderListed(tool, `${index + 1}/${drafted.length}`, output)) output.note(line)
    if (/^y(es)?$/i.test((await ask('Publish this tool? [y/N] ')).trim())) entries.push(await askTool(tool, ask))
  }
  return entries
}

async function askTool({ entry }: DraftedTool, ask: Ask): Promise<JsonObject> {
  const suggested = String(entry['name'])
  const name = (await ask(`Name for models [${suggested}]: `)).trim()
  return {
    remote: entry['remote'] ?? null,
    name: name === '' ? suggested : name,
    description: await askText('Description, in your words: ', ask),
    effect: await askChoice('Effect', TOOL_EFFECTS, ask),
    risk: await askChoice('Risk', RISKS, ask),
    idempotency: await askChoice('Called twice', IDEMPOTENCIES, ask),
    access: await askChoice('Reaches', ACCESSES, ask)
  }
}

/** No answer leaves the place open. */
async function askText(question: string, ask: Ask): Promise<string | null> {
  const answer = (await ask(question)).trim()
  return answer === '' ? null : answer
}

/** One of the words, or its first letters where those are enough; anything else leaves the place open. */
async function askChoice(question: string, choices: readonly string[], ask: Ask): Promise<string | null> {
  const answer = (await ask(`${question} (${choices.join(', ')}): `)).trim().toLowerCase()
  const fitting = choices.filter((choice) => answer !== '' && choice.startsWith(answer))
  return fitting.length === 1 ? (fitting[0] ?? null) : null
}

/** What the server says, for the reviewer alone: it does not go into the profile. */
function renderListed({ listed }: DraftedTool, position: string, { noteStyle }: Output): readonly string[] {
  return [
    '',
    `${noteStyle.bold(escapeText(listed.name ?? ''))}  ${position}`,
    noteStyle.dim('  the server says:'),
    ...indentLines(escapeLines(descriptionOf(listed.descriptor)), 4),
    ...renderValue(schemaOf(listed.descriptor)).map((line) => `    ${line}`)
  ]
}

function descriptionOf(descriptor: JsonValue): string {
  const { description } = descriptor as JsonObject
  return typeof description === 'string' ? description : '(nothing)'
}

function schemaOf(descriptor: JsonValue): JsonValue {
  return (descriptor as JsonObject)['inputSchema'] ?? null
}
