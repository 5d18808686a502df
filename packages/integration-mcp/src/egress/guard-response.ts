import type { HttpRequest, HttpResponseSink } from '@b10x/ports'
import { GovernedError } from '@b10x/ports/errors'
import type { EgressExchangeOptions } from './egress-exchange-options.ts'
import { sealContent } from './seal-content.ts'
import { needlesOf } from './secret-needles.ts'
import { watchForSecret } from './watch-for-secret.ts'

/** The sink had to stop: the reason is told once the exchange has ended. */
const STOPPED = new Error('stopped')

/**
 * Lets a response through for as long as it does not hold the credential of its request. Where it does, nothing more of
 * it is handed on, and what arrived is sealed while the credential is still on loan.
 * @throws GovernedError `credential_echoed`
 */
export async function guardResponse(
  { seal, endpoint, operationOf }: Pick<EgressExchangeOptions, 'seal' | 'endpoint' | 'operationOf'>,
  { body }: HttpRequest,
  sink: HttpResponseSink,
  secret: string,
  send: (guarded: HttpResponseSink) => Promise<void>
): Promise<void> {
  const watch = watchForSecret(needlesOf(secret))
  const received: Uint8Array[] = []
  let echoed = false

  const stop = (): never => {
    echoed = true
    throw STOPPED
  }

  const guarded: HttpResponseSink = {
    onHead(status, headers) {
      if (headers.some(([, value]) => value.includes(secret))) {
        received.push(Buffer.from(headers.map((line) => line.join(': ')).join('\n')))
        stop()
      }
      sink.onHead(status, headers)
    },
    onChunk(chunk) {
      if (echoed) return stop()
      if (seal !== undefined) received.push(chunk)
      if (watch.sees(chunk)) stop()
      return sink.onChunk(chunk)
    }
  }
  try {
    await send(guarded)
  } catch (error) {
    if (!echoed) throw error
  }
  if (!echoed) return
  const operation = operationOf(body)
  const sealed = await sealContent(seal, { operationRef: operation, connectionRef: endpoint.connectionRef, code: 'credential_echoed' }, Buffer.concat(received))
  throw new GovernedError('credential_echoed', { tool: operation }, { cause: { sealed } })
}
