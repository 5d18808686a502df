import type { BoundService, CallContext, JsonObject, OperationResult } from '@b10x/ports'
import { createMemorySeal, createMemorySecretStore, startHttpServer } from '@b10x/testkit'
import type { HttpServer, MemorySeal, MemorySecretStore, ScriptPart } from '@b10x/testkit'
import { onTestFinished } from 'vitest'
import type { PrepareServiceOptions } from '../prepare/prepare-service.ts'
import { prepareService } from '../prepare/prepare-service.ts'
import type { ServiceProfile } from '../profile/service-profile.ts'
import { createLoopbackEgress } from './loopback-egress.ts'
import type { LoopbackEgress } from './loopback-egress.ts'
import { AUTHORITY, bindingsOf, reviewServer } from './review-server.ts'

export const TOKEN = 'canary-token-0123456789'

/** A scripted server, reviewed as it is, with everything that preparing it needs. */
export interface Stage {
  readonly server: HttpServer
  readonly egress: LoopbackEgress
  readonly secrets: MemorySecretStore
  readonly seal: MemorySeal
  readonly profile: ServiceProfile
  readonly options: PrepareServiceOptions
}

export interface OpenService extends Stage {
  readonly service: BoundService
  /** The reference of the operation of a tool. */
  refOf(tool: string): string
  /** Describes and calls. */
  call(tool: string, args?: JsonObject, context?: CallContext): Promise<OperationResult>
}

export async function openStage(changes: Partial<PrepareServiceOptions> = {}, ...parts: readonly ScriptPart[]): Promise<Stage> {
  const server = await startHttpServer(...parts)
  onTestFinished(() => server.close())
  const profile = await reviewServer(server.url, TOKEN)
  const egress = createLoopbackEgress(server.url)
  onTestFinished(() => egress.close())
  const secrets = createMemorySecretStore({ 'sample-token': TOKEN })
  const seal = createMemorySeal()
  return { server, egress, secrets, seal, profile, options: { egress, secrets, seal, ...changes } }
}

export async function openService(changes: Partial<PrepareServiceOptions> = {}, ...parts: readonly ScriptPart[]): Promise<OpenService> {
  const stage = await openStage(changes, ...parts)
  const factory = await prepareService(stage.profile, stage.options)
  const service = factory.bind(bindingsOf(stage.profile))
  onTestFinished(() => service.close())
  const refOf = (tool: string): string => stage.profile.operations.find(({ remoteName }) => remoteName === tool)?.operationRef ?? tool
  return {
    ...stage,
    service,
    refOf,
    call(tool, args = {}, context = {}) {
      const operationRef = refOf(tool)
      const { lease, connectionRef } = service.describe(operationRef, AUTHORITY)
      return service.invoke({ operationRef, connectionRef, lease, arguments: args, authority: AUTHORITY }, context)
    }
  }
}
