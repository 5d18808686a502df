/**
 * The foundation as the fuzzer sees it. It is loaded by path, so that a copy with a planted bug can stand in its place;
 * hence the types here, as narrow as the use.
 */
import { readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'

export interface CodedError extends Error {
  readonly code: string
  readonly details: Readonly<Record<string, unknown>>
}

export interface ReceivedMessage {
  readonly kind: 'result' | 'error' | 'notification' | 'request'
  readonly id?: string | number | null
  readonly resultText?: string
}

export interface SnapshotTool {
  readonly name: string | null
  readonly status: string
  readonly descriptor: unknown
}

export interface Snapshot {
  readonly digest: string
  readonly protocolVersion: string
  readonly tools: readonly SnapshotTool[]
}

export interface Outcome {
  readonly kind: string
  readonly result: unknown
  readonly resultText: string
  readonly content?: unknown
  readonly bytes: () => Uint8Array
}

export interface Client {
  readonly era: 'modern' | 'legacy'
  readonly protocolVersion: string
  freeze(): Promise<Snapshot>
  callTool(name: string, args: object, options: { readonly onProgress: (progress: unknown) => void }): Promise<Outcome>
  close(): Promise<void>
}

export interface WireRequest {
  readonly id: number
  readonly body: string
  readonly onDispatch: () => void
}

interface OpenContext {
  readonly bounds: Readonly<Record<string, number>>
  readonly signal: AbortSignal
}

export interface Transport {
  readonly kind: string
  open(context: OpenContext): Promise<unknown>
}

export interface ResponseSink {
  onHead(status: number, headers: readonly (readonly [string, string])[]): void
  onChunk(chunk: Uint8Array): boolean
}

export interface ExchangeRequest {
  readonly method: string
  readonly body: string | null
  readonly signal: AbortSignal
  readonly onDispatch: () => void
}

export interface Exchange {
  exchange(request: ExchangeRequest, sink: ResponseSink): Promise<void>
  close(): Promise<void>
}

interface Correlation {
  add(request: WireRequest): Promise<unknown>
  dispatch(request: WireRequest): boolean
}

interface Connection {
  readonly failure: { readonly error: unknown } | null
  write(body: string, admit?: () => boolean): Promise<void>
  fail(error: unknown): void
}

export interface Foundation {
  connect(transport: Transport, options: Readonly<Record<string, unknown>>): Promise<Client>
  httpTransport(url: string, options?: { readonly exchange: Exchange }): Transport
  sseTransport(url: string, options?: { readonly exchange: Exchange }): Transport
  stdioTransport(options: { readonly command: string; readonly args: readonly string[] }): Transport
  connectServer(server: unknown, state: object): Connection
  createCorrelation(): Correlation
  createStderrTail(maxBytes: number): unknown
  readMessages(text: string, limits: { readonly maxJsonDepth: number; readonly allowBatch: boolean }): readonly ReceivedMessage[]
  decodeUtf8(bytes: Uint8Array): string
  parseJson(text: string): unknown
  freezeSnapshot(listing: object, bounds: object): Snapshot
  serializeSnapshot(snapshot: Snapshot): string
  parseSnapshot(source: string | Uint8Array): Snapshot
  canonicalize(value: unknown): string
  readonly DEFAULT_BOUNDS: object
  readonly ExactNumber: abstract new (...args: never[]) => { readonly source: string }
  readonly ERROR_CODES: Readonly<Record<string, { readonly message: string }>>
  readonly GovernedError: new (code: string, details: object, options?: object) => CodedError
  isGovernedError(value: unknown): value is CodedError
}

export interface StdioServer extends Disposable {
  readonly command: string
  readonly args: readonly string[]
}

/** What the sample through real transports needs of the testkit. */
export interface Testkit {
  startHttpServer(...script: readonly object[]): Promise<{ readonly url: string; become(...script: readonly object[]): void; close(): Promise<void> }>
  stdioServerCommand(...script: readonly object[]): StdioServer
  wireScript(revision: string): object
}

/** @param folder of the package `testkit` */
export async function loadTestkit(folder: string): Promise<Testkit> {
  return (await import(pathToFileURL(join(folder, 'src/index.ts')).href)) as Testkit
}

/** Found by name wherever they are below `src`. */
const SOURCES: readonly string[] = [
  'index.ts', 'http.ts', 'sse.ts', 'stdio.ts', 'connect-server.ts', 'correlate-requests.ts', 'stderr-tail.ts', 'read-messages.ts', 'decode-utf8.ts', 'freeze-snapshot.ts'
]

/** @param folder of the package `mcp-foundation` or of a copy of it */
export async function loadFoundation(folder: string): Promise<Foundation> {
  const sources = SOURCES.map((name) => findSource(folder, name))
  const paths = [...sources, join(folder, 'node_modules/@b10x/ports/src/errors/index.ts')]
  const modules = await Promise.all(paths.map((path) => import(pathToFileURL(path).href) as Promise<object>))
  return Object.assign({}, ...modules) as Foundation
}

/** The absolute path of the one source file of that name. */
export function findSource(folder: string, name: string): string {
  const source = join(folder, 'src')
  const [found, ...others] = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((path) => basename(path) === name)
  if (found === undefined || others.length > 0) throw new Error(`there must be one ${name} in ${source}`)
  return join(source, found)
}
