import { hasCode } from '@b10x/ports/errors'
import { expectCode } from '@b10x/testkit'
import { describe, expect, it } from 'vitest'
import { createNodeExchange } from '../__fixtures__/node-exchange.ts'
import { startScriptedServer } from '../__fixtures__/start-scripted-server.ts'
import { createSendRequest } from './send-request.ts'

const get = (url: string): Parameters<ReturnType<typeof createSendRequest>>[0] => ({ method: 'GET', url, headers: [], body: null })

describe('one request', () => {
  it('ends at its deadline', async () => {
    await using server = await startScriptedServer({ 'GET /': () => 'hang' })
    const exchange = createNodeExchange()
    const received = await createSendRequest(exchange, 50)(get(`${server.origin}/`))
    expect(received).toMatchObject({ kind: 'fault', fault: 'unreachable' })
    await exchange.close()
  })

  it('ends with the reason of its caller', async () => {
    const reason = new Error('enough')
    const control = new AbortController()
    await using server = await startScriptedServer({ 'GET /': () => (control.abort(reason), 'hang') })
    const exchange = createNodeExchange()
    await expect(createSendRequest(exchange)(get(`${server.origin}/`), control.signal)).rejects.toBe(reason)
    await expect(createSendRequest(exchange)(get(`${server.origin}/`), control.signal)).rejects.toBe(reason)
    expect(server.count('GET /')).toBe(1)
    await exchange.close()
  })

  it('says why nothing came', async () => {
    const gone = await startScriptedServer()
    await gone.close()
    const exchange = createNodeExchange()
    const received = await createSendRequest(exchange)(get(`${gone.origin}/`))
    expect(received.kind === 'fault' && hasCode(received.cause, 'endpoint_unreachable') && received.cause.details).toEqual({ reason: 'refused' })
    await exchange.close()
    await expectCode(createSendRequest(exchange)(get(`${gone.origin}/`)), 'connection_closed')
  })
})
