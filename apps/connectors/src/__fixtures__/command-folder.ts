import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { connect, parseJson, stringifyJson } from '@b10x/mcp-foundation'
import type { JsonObject } from '@b10x/mcp-foundation'
import { httpTransport } from '@b10x/mcp-foundation/http'
import type { ScriptPart } from '@b10x/testkit'
import { startHttpServer } from '@b10x/testkit'
import { draftDeployment, draftProfile, draftRefs } from '../draft/draft-documents.ts'
import { runCaptured } from './captured-io.ts'
import type { Captured, Surroundings } from './captured-io.ts'

/** A folder of its own to run commands in. */
export interface CommandFolder extends AsyncDisposable {
  readonly folder: string
  run(words: readonly string[], given?: Surroundings): Promise<Captured>
  read(file: string): Promise<string>
  write(file: string, content: string): Promise<void>
  files(): Promise<readonly string[]>
  /** Changes a document. Numbers that are not touched keep their digits. */
  edit(file: string, change: (document: JsonObject) => JsonObject): Promise<void>
  /** Does what a person has to do to a draft of both files, which stand beside one another. */
  fillIn(profile: string): Promise<void>
}

export async function commandFolder(): Promise<CommandFolder> {
  const folder = await mkdtemp(path.join(tmpdir(), 'b10x-connectors-'))
  const read = (file: string): Promise<string> => readFile(path.join(folder, file), 'utf8')
  const write = (file: string, content: string): Promise<void> => writeFile(path.join(folder, file), content)
  const edit = async (file: string, change: (document: JsonObject) => JsonObject): Promise<void> => write(file, stringifyJson(change(parseJson(await read(file)) as JsonObject), 2))
  return {
    folder,
    run: (words, given = {}) => runCaptured(words, { cwd: folder, ...given }),
    read,
    write,
    files: async () => (await readdir(folder)).toSorted(),
    edit,
    async fillIn(profile) {
      await edit(profile, mapAll)
      const operations = Object.keys(mapAll(parseJson(await read(profile)) as JsonObject)['operations'] ?? {}).map(refOf)
      await edit(profile.replace(/\.json$/, '.deployment.json'), (draft) => decideAll(draft, operations))
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true })
  }
}

/** The operation that a person would make of a tool. */
export function refOf(tool: string): string {
  return `sample.${tool.toLowerCase().replaceAll(/[^a-z0-9]+/g, '_')}`
}

function mapAll(draft: JsonObject): JsonObject {
  const operations = Object.fromEntries(
    Object.keys(draft['operations'] ?? {}).map((tool) => [tool, { operationRef: refOf(tool), title: 'Ours', description: 'In words of ours.', effect: 'read' }])
  )
  return { ...draft, provider: { displayName: 'Sample' }, operations }
}

function decideAll(draft: JsonObject, operations: readonly string[]): JsonObject {
  const decision = { expose: true, risk: 'low', idempotency: 'idempotent', approval: 'none', grants: ['g-1'], audiences: ['desk'] }
  return { ...draft, policyVersion: '1', provider: { id: 'sample-provider', displayName: 'Sample' }, operations: Object.fromEntries(operations.map((ref) => [ref, decision])) }
}

/** Writes the two drafts of a scripted server into the folder, without a command: `service.json` and its deployment. */
export async function writeDrafts(folder: CommandFolder, ...parts: readonly ScriptPart[]): Promise<void> {
  await using server = await startHttpServer(...parts)
  const client = await connect(httpTransport(server.url))
  try {
    const refs = draftRefs('sample', false)
    await folder.write('service.json', draftProfile(refs, await client.freeze()))
    await folder.write('service.deployment.json', draftDeployment(refs))
  } finally {
    await client.close()
  }
}
