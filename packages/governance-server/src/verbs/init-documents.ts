import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { JsonObject, ToolSnapshot } from '@b10x/mcp-foundation'
import { GovernedError } from '@b10x/ports/errors'
import type { CommandIo } from '../cli/command-io.ts'
import type { Invocation, Target } from '../cli/invocation.ts'
import { asObject } from '../probe/compare-tools.ts'
import { fillBlanks } from './fill-blanks.ts'
import { describeTools } from './describe-tools.ts'

const STARTER = fileURLToPath(new URL('../../starter/', import.meta.url))

/**
 * `init [--from …]`: a first form of the documents, with blanks for what only people know. Nothing that is there is written
 * over without --force. Exit status 0.
 * @throws GovernedError `usage_invalid` where a file is there
 */
export async function initDocuments(asked: Invocation & { readonly verb: 'init' }, io: CommandIo): Promise<number> {
  const known = asked.target === null ? new Map<string, string>() : await learn(asked.target, io)
  const files = readdirSync(STARTER, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).map((entry) => path.relative(STARTER, path.join(entry.parentPath, entry.name))).toSorted()
  if (!asked.force && files.some((file) => existsSync(path.join(asked.root, file)))) throw new GovernedError('usage_invalid', { hint: 'a document is there already; --force writes over it' })
  for (const file of files) {
    const target = path.join(asked.root, file)
    mkdirSync(path.dirname(target), { recursive: true })
    writeFileSync(target, fillBlanks(readFileSync(path.join(STARTER, file), 'utf8'), known))
    io.out(`${file}\n`)
  }
  io.err('Fill what stands in double brackets, then run: b10x-governance check\n')
  return 0
}

/** What the wire can tell: names, capabilities, tools. Tiers and reasons it cannot. */
async function learn(target: Target, io: CommandIo): Promise<Map<string, string>> {
  const { openTarget } = await import('../probe/open-target.ts')
  const client = await openTarget(target, { env: io.env, cwd: io.cwd, signal: io.signal, onDriftSuspected: () => {} })
  try {
    return wordsOf(await client.freeze({ signal: io.signal }), target)
  } finally {
    await client.close()
  }
}

function wordsOf(snapshot: ToolSnapshot, target: Target): Map<string, string> {
  const server = asObject(snapshot.server)
  const capabilities = asObject(snapshot.capabilities)
  const changes = asObject(capabilities['tools'])['listChanged'] === true
  const { blocks, rows } = describeTools(snapshot.tools.map(({ descriptor }) => asObject(descriptor)))
  const words = new Map<string, string>([
    ['PROTOCOL_REVISION', snapshot.protocolVersion],
    ['CAPABILITIES', JSON.stringify(namesOf(capabilities), null, 2)],
    ['TOTAL_TOOLS', String(snapshot.tools.length)],
    ['TOOLS', blocks],
    ['SUMMARY', rows],
    ['TOOLS_DECLARED_YES_OR_NO', 'Yes'],
    ['LIST_CHANGED_YES_OR_NO', changes ? 'Yes' : 'No'],
    ['LIST_CHANGED_TRUE_OR_FALSE', String(changes)],
    ['STDIO_YES_OR_NO', target.kind === 'command' ? 'Yes' : '[[STDIO_YES_OR_NO]]'],
    ['HTTP_YES_OR_NO', target.kind === 'http' ? 'Yes' : '[[HTTP_YES_OR_NO]]']
  ])
  for (const [blank, member] of [['SERVER_NAME', 'name'], ['SERVER_VERSION', 'version']] as const) {
    const value = server[member]
    if (typeof value === 'string' && /^[\w.@/+ -]{1,100}$/.test(value)) words.set(blank, value)
  }
  return words
}

/** What is declared, in the names that clients know; other members are the server's own words. */
function namesOf(capabilities: JsonObject): object {
  return Object.fromEntries(
    ['tools', 'resources', 'prompts', 'logging', 'completions'].filter((name) => Object.hasOwn(capabilities, name)).map((name) => {
      const flags = Object.entries(asObject(capabilities[name])).filter(([, value]) => typeof value === 'boolean')
      return [name, Object.fromEntries(flags)]
    })
  )
}
