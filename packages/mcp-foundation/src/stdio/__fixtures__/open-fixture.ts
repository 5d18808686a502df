import { fileURLToPath } from 'node:url'
import type { Bounds } from '@b10x/ports'
import { DEFAULT_BOUNDS } from '../../bounds/default-bounds.ts'
import type { JsonValue } from '../../json/json-value.ts'
import type { ReceivedNotification, ReceivedRequest } from '../../json-rpc/received-message.ts'
import type { Channel, WireRequest, WireResponse } from '../../transport/transport.ts'
import { findProcesses } from '../process-table.ts'
import type { StdioTransportOptions } from '../stdio-options.ts'
import { stdioTransport } from '../stdio-transport.ts'

export function fixture(name: string): string {
  return fileURLToPath(new URL(name, import.meta.url))
}

/** The command of a shell that starts the scripted server and waits for it, like npx; or `leave`s it behind at once. */
export function wrapped(how: 'wait' | 'leave', ...flags: readonly string[]): Pick<StdioTransportOptions, 'command' | 'args'> {
  const script = how === 'wait' ? '"$@"; :' : 'exec 3<&0; "$@" <&3 & :'
  return { command: '/bin/sh', args: ['-c', script, 'wrapper', process.execPath, fixture('scripted-server.mjs'), ...flags] }
}

/** Those of the processes that still run, zombies aside. */
export function running(pids: readonly number[]): number[] {
  const entries = (findProcesses(pids) ?? []).filter(({ zombie }) => !zombie)
  return entries.map(({ pid }) => pid)
}

/** An open channel with what the client's side of it saw. */
export interface OpenFixture {
  readonly channel: Channel
  readonly notifications: ReceivedNotification[]
  readonly requests: ReceivedRequest[]
  /** Sends a request with the next id; the result, or the rejection. */
  ask(method: string, params?: object, part?: Partial<WireRequest>): Promise<JsonValue>
  /** The same with the whole answer. */
  send(method: string, params?: object, part?: Partial<WireRequest>): Promise<WireResponse>
}

export interface FixtureOptions extends Partial<StdioTransportOptions> {
  readonly bounds?: Partial<Bounds>
  readonly signal?: AbortSignal
  readonly answer?: (request: ReceivedRequest) => string | null
}

/** Opens a fixture script, the scripted server unless `args` says otherwise, with a quick ladder. */
export async function openFixture(options: FixtureOptions = {}): Promise<OpenFixture> {
  const { bounds, signal = new AbortController().signal, answer = () => null, ...transport } = options
  const notifications: ReceivedNotification[] = []
  const requests: ReceivedRequest[] = []
  const server = { command: process.execPath, args: [fixture('scripted-server.mjs')], closeLadderMs: 200, ...transport }
  const channel = await stdioTransport(server).open({
    bounds: { ...DEFAULT_BOUNDS, ...bounds },
    signal,
    onNotification: (notification) => notifications.push(notification),
    answer: (request) => {
      requests.push(request)
      return answer(request)
    }
  })
  let nextId = 0
  const send = (method: string, params: object = {}, part: Partial<WireRequest> = {}): Promise<WireResponse> => {
    nextId += 1
    const id = part.id ?? nextId
    const body = JSON.stringify({ jsonrpc: '2.0', id, method, params })
    const still = new AbortController().signal
    return channel.request({ id, method, body, headers: [], signal: still, onDispatch: () => {}, onNotification: () => {}, ...part })
  }
  const ask = async (method: string, params?: object, part?: Partial<WireRequest>): Promise<JsonValue> => {
    const { message } = await send(method, params, part)
    return message.kind === 'result' ? message.result : message.error
  }
  return { channel, notifications, requests, ask, send }
}
