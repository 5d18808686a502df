import { createServer } from 'node:http'
import type { ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expectThrownCode } from '@b10x/testkit'
import type { StagedAnswer, StagedRequest } from '@b10x/testkit'
import { describeEgressTransport } from '@b10x/testkit/contracts'
import { createEgress, explainWarning } from '@b10x/egress-undici'
import type { EgressWarning } from '@b10x/egress-undici'
import { describe, expect, it } from 'vitest'
import { KEY, ask, openLoopback } from './__fixtures__/ask.ts'

function write(response: ServerResponse, { status, headers = [], chunks = [] }: Exclude<StagedAnswer, string>): void {
  response.writeHead(status, Object.fromEntries(headers))
  for (const chunk of chunks) response.write(chunk)
  response.end()
}

describeEgressTransport('undici over a socket', async (bounds) => {
  let next: StagedAnswer = { status: 200 }
  const received: StagedRequest[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (text: string) => (body += text))
    request.on('end', () => {
      received.push({ method: request.method ?? '', headers: request.headers as Record<string, string>, body })
      if (next === 'breaks') request.socket.destroy()
      else if (next !== 'silent') write(response, next)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`
  const egress = openLoopback({ url: address, bounds })
  return {
    egress,
    endpoint: KEY,
    address,
    received,
    answer: (answer) => void (next = answer),
    async close() {
      await egress.close()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    }
  }
})

describe('an egress', () => {
  it('refuses two reviews of one endpoint', () => {
    const binding = { ...KEY, url: 'https://api.test/' }
    const error = expectThrownCode(() => createEgress({ endpoints: [binding, { ...binding, url: 'https://other.test/' }] }), 'egress_binding_invalid')
    expect(error.details).toEqual({ ...KEY, reason: 'duplicate' })
  })

  it('E-54: takes a credential to no other origin than its own', async () => {
    const other = { connectionRef: 'd', endpointRef: KEY.endpointRef }
    await using egress = closing(createEgress({ endpoints: [{ ...KEY, url: 'https://a.test/' }, { ...other, url: 'https://b.test/' }] }))
    expect([egress.it.addressOf(KEY), egress.it.addressOf(other)]).toEqual(['https://a.test/', 'https://b.test/'])
    const { outcome } = await ask(egress.it, { endpoint: { connectionRef: 'c', endpointRef: 'd' } })
    expect(outcome).toEqual({ code: 'destination_denied', details: { reason: 'unbound' } })
  })

  it('neither part of a key can pretend to be the other', async () => {
    await using egress = closing(createEgress({ endpoints: [{ connectionRef: 'a","b', endpointRef: 'c', url: 'https://a.test/' }] }))
    expectThrownCode(() => egress.it.addressOf({ connectionRef: 'a', endpointRef: 'b","c' }), 'destination_denied')
  })

  it('is loud about loopback, at every start', async () => {
    const warnings: EgressWarning[] = []
    const start = (): Promise<void> => openLoopback({ url: 'http://127.0.0.1:9/' }, { onWarning: (warning) => warnings.push(warning) }).close()
    await start()
    await start()
    const loud = warnings.filter(({ code }) => code === 'loopback_allowed')
    expect(loud).toEqual([{ code: 'loopback_allowed', endpoint: KEY }, { code: 'loopback_allowed', endpoint: KEY }])
    expect(explainWarning(loud[0] as EgressWarning)).toContain(KEY.endpointRef)
  })

  it('opens and looks up nothing before it is asked', async () => {
    let lookups = 0
    const egress = createEgress({ endpoints: [{ ...KEY, url: 'https://api.test/' }], resolver: async () => ((lookups += 1), []) })
    egress.addressOf(KEY)
    await egress.close()
    expect(lookups).toBe(0)
  })

  it('holds requests and responses to the headers of the review', async () => {
    const server = createServer((_request, response) => response.writeHead(200, { 'x-shown': '1', 'content-type': 'text/plain' }).end('ok'))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    await using egress = closing(openLoopback({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, requestHeaders: ['accept'], responseHeaders: ['x-shown'] }))
    expect(await ask(egress.it, { headers: [['accept', '*/*']] })).toMatchObject({ headers: [['x-shown', '1']], outcome: 'resolved' })
    expect((await ask(egress.it, { headers: [['accept', '*/*'], ['authorization', 'Bearer t']] })).outcome).toMatchObject({ details: { reason: 'header' } })
    await egress.it.close()
    await new Promise((resolve) => server.close(resolve))
  })
})

function closing(egress: ReturnType<typeof createEgress>): AsyncDisposable & { readonly it: typeof egress } {
  return { it: egress, [Symbol.asyncDispose]: () => egress.close() }
}
