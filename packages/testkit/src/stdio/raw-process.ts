/** A client of the plainest kind over pipes, for the tests of the scripted processes. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { StdioServer } from './stdio-server-command.ts'

/** A running process in a group of its own. */
export interface RawProcess {
  send(line: string): void
  /** Resolves with everything on standard output once there is so much of it, or it has ended. */
  output(enough: { readonly lines?: number; readonly bytes?: number }): Promise<Buffer>
  endInput(): void
  signal(name: NodeJS.Signals): void
  /** Resolves when the process has ended; a child of its own may still hold its pipes. */
  readonly ended: Promise<unknown>
  /** Resolves with the exit status when its pipes are closed too. */
  readonly exited: Promise<number | null>
  readonly stderr: () => string
}

export function startRaw(server: StdioServer): RawProcess {
  const child = spawn(server.command, server.args, { stdio: 'pipe', detached: true })
  const chunks: Buffer[] = []
  const errors: Buffer[] = []
  const seen = { lines: 0, bytes: 0 }
  const waiting = new Set<() => void>()
  const look = (): void => waiting.forEach((check) => check())
  child.stdout.on('end', look).on('data', (chunk: Buffer) => {
    chunks.push(chunk)
    seen.bytes += chunk.length
    for (let at = chunk.indexOf(0x0a); at >= 0; at = chunk.indexOf(0x0a, at + 1)) seen.lines += 1
    look()
  })
  child.stderr.on('data', (chunk: Buffer) => errors.push(chunk))
  child.stdin.on('error', () => {})
  const ended = once(child, 'exit')
  const exited = once(child, 'close').then(([code]) => code as number | null)
  return {
    send: (line) => void child.stdin.write(`${line}\n`),
    output: ({ lines = Infinity, bytes = Infinity }) =>
      new Promise((resolve) => {
        const check = (): void => {
          if (seen.lines < lines && seen.bytes < bytes && !child.stdout.readableEnded) return
          waiting.delete(check)
          resolve(Buffer.concat(chunks))
        }
        waiting.add(check)
        check()
      }),
    endInput: () => void child.stdin.end(),
    signal: (name) => void child.kill(name),
    ended,
    exited,
    stderr: () => Buffer.concat(errors).toString('utf8')
  }
}

/** The JSON text of a legacy request, or of a modern one. */
export function requestLine(id: number, method: string, params: object = {}, era: 'legacy' | 'modern' = 'legacy'): string {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': {}
  }
  return JSON.stringify({ jsonrpc: '2.0', id, method, params: era === 'modern' ? { ...params, _meta } : params })
}
