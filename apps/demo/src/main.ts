/**
 * The demo: four real MCP servers are reviewed, frozen, verified and called; then one of them changes, and a model uses
 * it as it was reviewed. Last, a harness serves a job, an agent and a tool to the official client. It needs no network,
 * checks everything it says, and ends with a status other than 0 when something is not as said.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { McpTransport } from '@b10x/mcp-foundation'
import { httpTransport } from '@b10x/mcp-foundation/http'
import { stdioTransport } from '@b10x/mcp-foundation/stdio'
import { checkPromises } from './check-promises.ts'
import { createNarrator } from './narrate.ts'
import { refuseRugPull } from './refuse-rug-pull.ts'
import { reviewServer } from './review-server.ts'
import { runReviewed } from './run-reviewed.ts'
import { runService } from './run-service.ts'
import { serveOffice } from './serve-office.ts'
import { programOf } from './servers/program-of.ts'
import { startEverythingHttp } from './servers/start-everything-http.ts'

const node = (...args: readonly string[]): McpTransport => stdioTransport({ command: process.execPath, args })
const weather = fileURLToPath(new URL('./servers/weather-server.ts', import.meta.url))

const narrator = createNarrator((line) => console.log(line))
const folder = await mkdtemp(join(tmpdir(), 'b10x-demo-'))
const everything = await startEverythingHttp()
try {
  console.log('Governed MCP: review the tools of a server once, notice every change.')
  await writeFile(join(folder, 'notes.txt'), 'Water the plants on Tuesday.')

  await reviewServer({
    title: 'server-everything over stdio',
    transport: () => node(programOf('@modelcontextprotocol/server-everything'), 'stdio'),
    tool: 'echo',
    args: { message: 'hello' },
    expected: 'hello'
  }, narrator)

  await reviewServer({
    title: 'server-everything over Streamable HTTP',
    transport: () => httpTransport(everything.url),
    tool: 'get-sum',
    args: { a: 2, b: 40 },
    expected: '42'
  }, narrator)

  await reviewServer({
    title: 'server-filesystem over stdio, on a temporary folder',
    transport: () => node(programOf('@modelcontextprotocol/server-filesystem'), folder),
    tool: 'read_text_file',
    args: { path: join(folder, 'notes.txt') },
    expected: 'Water the plants'
  }, narrator)

  const reviewed = await reviewServer({
    title: 'A server on the official SDK 2.x, in the modern era',
    transport: () => node(weather),
    tool: 'forecast',
    args: { city: 'Bern' },
    expected: 'clear'
  }, narrator)

  await refuseRugPull(reviewed, node(weather, 'pulled'), narrator)

  const command = [process.execPath, weather]
  await runReviewed({ reviewed, folder, command, pulledCommand: [...command, 'pulled'] }, narrator)

  await serveOffice(narrator)

  await runService(folder, narrator)

  await checkPromises(narrator)
} finally {
  await everything.stop()
  await rm(folder, { recursive: true, force: true })
}
process.exitCode = narrator.finish() ? 0 : 1
