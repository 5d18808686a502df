// The limit: requests written by hand, answers read whole and parsed once. No handshake, no checks.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { KEPT_ALIVE_MS } from '../take-turns.ts'
import { firstTextLength, type Connect, type Load, type MakePeer, type Session } from './session.ts'

interface Pool {
  request(options: object): Promise<{ readonly body: { text(): Promise<string> } }>
  close(): Promise<void>
}

interface Response {
  readonly id: number
  readonly result: { readonly tools?: readonly unknown[]; readonly nextCursor?: string }
}

/** Sends one request and gives its response. */
type Send = (id: number, text: string, method: string, name: string) => Promise<Response>

const META =
  '"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{},' +
  '"io.modelcontextprotocol/clientInfo":{"name":"raw","version":"1"}}'

export const raw: MakePeer = (load: Load): Connect => async (target) =>
  target.kind === 'http' ? connectHttp(target.url, load) : connectStdio(target.args)

async function connectHttp(url: string, load: Load): Promise<Session> {
  const { Pool } = (await load('undici')) as { readonly Pool: new (origin: string, options: object) => Pool }
  const { origin, pathname } = new URL(url)
  const pool = new Pool(origin, { connections: 64, keepAliveTimeout: KEPT_ALIVE_MS })
  const send: Send = async (_id, body, method, name) => {
    const headers: Record<string, string> = {
      'content-type': 'application/json',
      'accept': 'application/json, text/event-stream',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': method
    }
    if (name !== '') headers['mcp-name'] = name
    const response = await pool.request({ path: pathname, method: 'POST', headers, body })
    const text = await response.body.text()
    return JSON.parse(text.startsWith('{') ? text : text.slice(text.indexOf('{'))) as Response
  }
  return sessionOver(send, () => pool.close())
}

async function connectStdio(args: readonly string[]): Promise<Session> {
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] })
  const exited = once(child, 'exit')
  const waiting = new Map<number, (response: Response) => void>()
  let started: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => {
    let from = 0
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, from)) {
      const line = Buffer.concat([...started, chunk.subarray(from, end)])
      started = []
      from = end + 1
      const response = JSON.parse(line.toString()) as Response
      waiting.get(response.id)?.(response)
      waiting.delete(response.id)
    }
    if (from < chunk.length) started.push(chunk.subarray(from))
  })
  const send: Send = (id, text) => {
    const response = new Promise<Response>((resolve) => waiting.set(id, resolve))
    child.stdin.write(`${text}\n`)
    return response
  }
  return sessionOver(send, async () => {
    child.stdin.end()
    await exited
  })
}

function sessionOver(send: Send, close: () => Promise<void>): Session {
  let last = 0
  const ask = (method: string, members: string, name: string): Promise<Response> => {
    last += 1
    return send(last, `{"jsonrpc":"2.0","id":${last},"method":"${method}","params":{${members}${META}}}`, method, name)
  }
  return {
    async list() {
      let count = 0
      for (let cursor: string | undefined = ''; cursor !== undefined; ) {
        const { result }: Response = await ask('tools/list', cursor === '' ? '' : `"cursor":"${cursor}",`, '')
        count += result.tools?.length ?? 0
        cursor = result.nextCursor
      }
      return count
    },
    async call(name, args) {
      const { result } = await ask('tools/call', `"name":"${name}","arguments":${JSON.stringify(args)},`, name)
      return firstTextLength(result)
    },
    close
  }
}
