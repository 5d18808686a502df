import { isUtf8 } from 'node:buffer'
import type { Principal } from '@b10x/ports'
import { GovernedError } from '@b10x/ports/errors'
import { answerLegacy, answerModern, closingFault, internalFault } from '../protocol/answer-request.ts'
import { faultAnswer } from '../protocol/answers.ts'
import type { Answer } from '../protocol/exchange.ts'
import { readMessage } from '../protocol/read-message.ts'
import type { Received, RpcRequest } from '../protocol/read-message.ts'
import { RPC, fixedFault, rpcFault } from '../protocol/rpc-fault.ts'
import { cancelEarlier } from './cancel-earlier.ts'
import { chooseEra, revisionFault } from './choose-era.ts'
import type { HttpExchange } from './http-exchange.ts'
import type { HttpServerState } from './http-server-state.ts'
import { acceptedTypes, sendsJson } from './media-types.ts'
import { RequestExchange } from './request-exchange.ts'
import { respond } from './respond.ts'

const POST_ONLY = faultAnswer(null, fixedFault(RPC.invalidRequest, 405, 'Messages are sent with POST.'))
const NOT_JSON = faultAnswer(null, fixedFault(RPC.invalidRequest, 415, 'A message is application/json in UTF-8, without a content coding.'))
const NOTHING_ACCEPTED = faultAnswer(null, fixedFault(RPC.invalidRequest, 406, 'The answer is application/json or text/event-stream.'))
const NOT_UTF8 = faultAnswer(null, rpcFault(RPC.parse, 400, new GovernedError('json_invalid', { reason: 'not_utf8', offset: 0 })))
const ACCEPTED: Answer = { status: 202, text: '' }

/**
 * FLOW: one HTTP request. Who may come in is settled before anything is read, and everything about the message before a
 * tool hears of it. Resolves when the response was handed over.
 */
export async function handleExchange(state: HttpServerState, exchange: HttpExchange): Promise<void> {
  try {
    if (state.isClosing) return respond(exchange, closingFault(), { connection: 'close' })
    const checked = state.front.check(exchange.head)
    const admission = checked instanceof Promise ? await checked : checked
    if ('status' in admission) return exchange.respond(admission.status, admission.headers, admission.body)
    const refused = checkHead(state, exchange)
    if (refused !== null) return respond(exchange, refused.answer, refused.headers)
    const body = await exchange.readBody(state.server.bounds.maxRequestBytes)
    if (body === 'gone') return
    if (body === 'too_large') return respond(exchange, tooLarge(state), { connection: 'close' })
    const message = readBody(state, body)
    await answerMessage(state, exchange, message, admission.principal)
  } catch (error) {
    respond(exchange, internalFault(state.server, null, error))
  }
}

interface HeadRefusal {
  readonly answer: Answer
  readonly headers: Readonly<Record<string, string>>
}

function checkHead(state: HttpServerState, { head }: HttpExchange): HeadRefusal | null {
  if (head.method !== 'POST') return { answer: POST_ONLY, headers: { allow: 'POST' } }
  if (!sendsJson(head)) return { answer: NOT_JSON, headers: {} }
  const { json, events } = acceptedTypes(head.header('accept'))
  if (!json && !events) return { answer: NOTHING_ACCEPTED, headers: {} }
  const length = head.header('content-length')
  if (length !== null && Number(length) > state.server.bounds.maxRequestBytes) return { answer: tooLarge(state), headers: { connection: 'close' } }
  return null
}

function tooLarge({ server }: HttpServerState): Answer {
  const { maxRequestBytes } = server.bounds
  return faultAnswer(null, fixedFault(RPC.invalidRequest, 413, `A message has at most ${maxRequestBytes} bytes (maxRequestBytes).`))
}

function readBody(state: HttpServerState, body: Uint8Array): Received | Answer {
  if (!isUtf8(body)) return NOT_UTF8
  const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString()
  return readMessage(text, state.server.bounds.maxJsonDepth)
}

function answerMessage(state: HttpServerState, exchange: HttpExchange, message: Received | Answer, principal: Principal | null): void | Promise<void> {
  if ('text' in message) return respond(exchange, message)
  switch (message.kind) {
    case 'fault':
      return respond(exchange, faultAnswer(message.id, message.fault))
    case 'request':
      return answerRequest(state, exchange, message, principal)
    case 'notification':
    case 'response': {
      const fault = revisionFault(exchange.head)
      if (fault !== null) return respond(exchange, faultAnswer(null, fault))
      if (message.kind === 'notification') cancelEarlier(state, message, principal)
      return respond(exchange, ACCEPTED)
    }
  }
}

async function answerRequest(state: HttpServerState, exchange: HttpExchange, request: RpcRequest, principal: Principal | null): Promise<void> {
  const era = chooseEra(request, exchange.head)
  if (typeof era === 'object') return respond(exchange, faultAnswer(request.id, era))
  const asked = new RequestExchange(state, exchange, principal, era === 'legacy')
  let answer: Answer | null
  try {
    answer = await (era === 'modern' ? answerModern(state.server, request, asked) : answerLegacy(state.server, request, asked, false))
  } catch (error) {
    answer = internalFault(state.server, request.id, error)
  }
  asked.finish(answer)
}
