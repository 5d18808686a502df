// JSON-RPC written by hand, over both transports: what is tested is what goes over the wire.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

export interface Message {
  readonly id?: number
  readonly method?: string
  readonly params?: Readonly<Record<string, unknown>>
  readonly result?: Readonly<Record<string, unknown>>
  readonly error?: { readonly code: number }
}

export type Revision = '2025-11-25' | '2026-07-28'

export interface Params {
  readonly name?: string
  readonly _meta?: object
  readonly [name: string]: unknown
}

export interface RawPeer {
  /** Every message that came for the request, its answer last. */
  ask(method: string, params?: Params): AsyncIterable<Message>
}

/** A connection: requests are numbered from 1. */
export interface RawProcess extends RawPeer, AsyncDisposable {
  /** A notification of the handshake revisions. */
  tell(method: string): void
}

const ID = 1

/** A request as its revision has it. */
export function requestText(revision: Revision, method: string, params: Params, id: number = ID): string {
  const _meta = { ...params._meta, 'io.modelcontextprotocol/protocolVersion': revision, 'io.modelcontextprotocol/clientCapabilities': {} }
  return JSON.stringify({ jsonrpc: '2.0', id, method, params: revision === '2026-07-28' ? { ...params, _meta } : params })
}

export function requestHeaders(revision: Revision, method: string, params: Params): Record<string, string> {
  return {
    'content-type': 'application/json',
    'accept': 'application/json, text/event-stream',
    'mcp-protocol-version': revision,
    ...(revision === '2026-07-28' ? { 'mcp-method': method, ...(params.name === undefined ? {} : { 'mcp-name': params.name }) } : {})
  }
}

/** Each request is an exchange of its own; who leaves the loop leaves the stream. */
export function overHttp(url: string, revision: Revision): RawPeer {
  return {
    async *ask(method, params = {}) {
      const leave = new AbortController()
      try {
        const response = await fetch(url, {
          method: 'POST',
          headers: requestHeaders(revision, method, params),
          body: requestText(revision, method, params),
          signal: leave.signal
        })
        if (response.headers.get('content-type') !== 'text/event-stream') return yield (await response.json()) as Message
        let text = ''
        for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
          const events = (text + chunk).split('\n\n')
          text = events.pop() ?? ''
          for (const event of events) {
            const data = /^data: (.*)$/m.exec(event)?.[1]
            if (data !== undefined) yield JSON.parse(data) as Message
          }
        }
      } finally {
        leave.abort()
      }
    }
  }
}

/** A process of its own; messages that no request asked for are given to whoever asks. */
export function overStdio(program: string, revision: Revision): RawProcess {
  const child = spawn(process.execPath, ['-C', '@b10x/source', program], { stdio: ['pipe', 'pipe', 'inherit'] })
  const ended = once(child, 'exit')
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  let last = 0
  return {
    async *ask(method, params = {}) {
      last += 1
      const id = last
      child.stdin.write(`${requestText(revision, method, params, id)}\n`)
      for (;;) {
        const line = await lines.next()
        if (line.done === true) return
        const message = JSON.parse(line.value) as Message
        yield message
        if (message.id === id) return
      }
    },
    tell: (method) => void child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', method })}\n`),
    async [Symbol.asyncDispose]() {
      child.stdin.end()
      await ended
    }
  }
}

/** The answer alone. */
export async function answerOf(messages: AsyncIterable<Message>): Promise<Message> {
  for await (const message of messages) if (message.id !== undefined) return message
  throw new Error('nobody answered')
}
