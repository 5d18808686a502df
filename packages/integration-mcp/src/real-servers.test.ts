import { createMemorySeal, createMemorySecretStore, expectCode } from '@b10x/testkit'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createLoopbackEgress } from './__fixtures__/loopback-egress.ts'
import { AUTHORITY, bindingsOf, reviewServer } from './__fixtures__/review-server.ts'
import { startModernServer, startSessionServer } from './__fixtures__/sdk-servers.ts'
import { prepareService } from './prepare/prepare-service.ts'

const TOKEN = 'canary-token-0123456789'

describe.each([
  ['a modern server (SDK 2)', startModernServer, '2026-07-28'],
  ['a server with sessions (SDK 1)', startSessionServer, '2025-11-25']
])('%s', (_name, start, protocolVersion) => {
  it('becomes a service: reviewed, prepared, bound, described, invoked, closed', async () => {
    const server = await start()
    onTestFinished(() => server.close())
    const profile = await reviewServer(server.url, TOKEN)
    expect(profile.snapshot.protocolVersion).toBe(protocolVersion)
    const before = server.credentials.length
    const egress = createLoopbackEgress(server.url)
    onTestFinished(() => egress.close())
    const secrets = createMemorySecretStore({ 'sample-token': TOKEN })
    const seal = createMemorySeal()
    const factory = await prepareService(profile, { egress, secrets, seal })
    expect(server.sessions()).toBe(0)
    const service = factory.bind(bindingsOf(profile))
    try {
      const forecast = profile.operations.find(({ remoteName }) => remoteName === 'forecast')?.operationRef ?? ''
      const broken = profile.operations.find(({ remoteName }) => remoteName === 'broken')?.operationRef ?? ''
      const described = service.describe(forecast, AUTHORITY)
      const invocation = { operationRef: forecast, connectionRef: described.connectionRef, lease: described.lease, arguments: { city: 'Bremen' }, authority: AUTHORITY }
      const sunny = { result: { content: [{ type: 'text', text: 'Sunny in Bremen.' }] }, outputSchemaViolation: false, trust: 'untrusted' }
      expect(await service.invoke(invocation)).toMatchObject(sunny)
      const opened = egress.requests.length
      expect(await service.invoke(invocation)).toMatchObject(sunny)
      // Warm: one message per call.
      expect(egress.requests.length).toBe(opened + 1)
      const failing = { ...invocation, operationRef: broken, lease: service.describe(broken, AUTHORITY).lease }
      const failed = await expectCode(service.invoke(failing), 'operation_failed')
      expect(failed.details).toEqual({ operation: broken, sealed: 'sealed-1' })
      expect(Buffer.from(seal.sealed[0]?.content ?? []).toString()).toContain('remote-words')
    } finally {
      await service.close()
    }
    expect(server.sessions()).toBe(0)
    expect(new Set(server.credentials.slice(before))).toEqual(new Set([`Bearer ${TOKEN}`]))
    // A loan per message, and not one GET.
    expect(secrets.loans.length).toBe(egress.requests.length)
    expect(egress.requests.some(({ method }) => method === 'GET')).toBe(false)
    expect(egress.requests.filter(({ method }) => method === 'DELETE').length).toBe(protocolVersion === '2026-07-28' ? 0 : 2)
  })
})
