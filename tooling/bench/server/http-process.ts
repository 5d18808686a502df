// A process of its own: `POST /json/<tool set>` and `POST /sse/<tool set>` on loopback. Says its port, ends with its parent.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { KEPT_ALIVE_MS } from '../take-turns.ts'
import { answer, type ReceivedMessage, type ToolSet } from './answers.ts'

const FLOOD_BYTES = Number(process.argv[2])
const CHUNK = Buffer.alloc(64 * 1024, 'x')

const server = createServer({ keepAliveTimeout: KEPT_ALIVE_MS }, (request, response) => void serve(request, response))
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }))
process.on('disconnect', () => process.exit())

async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method !== 'POST') {
    response.writeHead(405, { 'content-length': 0 }).end()
    return
  }
  const [, form, set] = (request.url ?? '').split('/')
  const message = JSON.parse(await readText(request)) as ReceivedMessage
  if (message.params?.name === 'flood') {
    flood(response, form === 'sse', message)
    return
  }
  const text = answer(message, set as ToolSet)
  if (text === null) response.writeHead(202, { 'content-length': 0 }).end()
  else if (form === 'sse') response.writeHead(200, { 'content-type': 'text/event-stream' }).end(`event: message\ndata: ${text}\n\n`)
  else response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }).end(text)
}

async function readText(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  return text
}

/** A result that grows and is never whole. */
function flood(response: ServerResponse, asEvents: boolean, { id }: ReceivedMessage): void {
  response.writeHead(200, { 'content-type': asEvents ? 'text/event-stream' : 'application/json' })
  response.write(`${asEvents ? 'data: ' : ''}{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":{"content":[{"type":"text","text":"`)
  let left = FLOOD_BYTES
  const pour = (): void => {
    while (left > 0) {
      left -= CHUNK.length
      if (!response.write(CHUNK)) return
    }
    response.end()
  }
  response.on('drain', pour)
  response.on('close', () => (left = 0))
  pour()
}
