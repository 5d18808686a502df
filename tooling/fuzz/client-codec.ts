/** One mutant against a whole client, over either transport. */
import type { Client, Foundation, Transport } from './foundation-under-test.ts'
import { MODERN_REVISION } from './golden-cases.ts'
import type { GoldenSet, GoodAnswers } from './golden-cases.ts'
import { createExchange } from './http-exchange.ts'
import { createSseExchange } from './sse-exchange.ts'
import { hasPlainAnswer, judgeConnection, judgeOutcome, judgeSnapshot } from './judge-client.ts'
import { judgeError } from './judge-error.ts'
import { judgeReader } from './judge-reader.ts'
import { makeCase } from './make-case.ts'
import type { FuzzCase } from './make-case.ts'
import { createScriptedServer } from './scripted-server.ts'
import type { ScriptedServer } from './scripted-server.ts'
import { createStdioTransport } from './stdio-transport.ts'
import type { CaseReport, Codec } from './codec.ts'

/** Small, so that mutants reach them; the deadlines only end what waits for a resumed stream. */
const BOUNDS = {
  maxMessageBytes: 32_768, maxResultBytes: 8_192, maxTools: 12, maxPages: 4, maxBannerLines: 2, maxSseEvents: 16, maxSseEventBytes: 32_768,
  connectDeadlineMs: 10_000, callDeadlineMs: 10_000
}

export function clientCodec(name: 'stdio' | 'http' | 'sse', foundation: Foundation, all: GoldenSet): Codec {
  // HTTP+SSE is older than the modern era, and never carries it.
  const goldens = name === 'sse' ? { ...all, goldens: all.goldens.filter(({ revision }) => revision !== MODERN_REVISION) } : all
  return {
    name,
    async run(seed, index) {
      const fuzzCase = makeCase(goldens, seed, index)
      const server = createScriptedServer(fuzzCase, goldens.good.get(fuzzCase.golden.revision) as GoodAnswers)
      const transport = createTransport(name, foundation, server, fuzzCase)
      const progress: Progress = { client: null, fault: null }
      let code = 'accepted'
      try {
        await converse(foundation, transport, server, fuzzCase, progress)
      } catch (error) {
        progress.fault ??= judgeError(foundation, error)
        progress.fault ??= server.log.some((asked) => asked.method === 'tools/call' && hasPlainAnswer(asked)) ? 'good_refused' : null
        code = foundation.isGovernedError(error) ? error.code : 'untyped'
      } finally {
        await progress.client?.close()
      }
      return report(foundation, server, fuzzCase, code, progress.fault)
    }
  }
}

function createTransport(name: 'stdio' | 'http' | 'sse', foundation: Foundation, server: ScriptedServer, fuzzCase: FuzzCase): Transport {
  if (name === 'stdio') return createStdioTransport(foundation, server, fuzzCase)
  if (name === 'sse') return foundation.sseTransport('https://fuzz.example/sse', { exchange: createSseExchange(foundation, server, fuzzCase) })
  return foundation.httpTransport('https://fuzz.example/mcp', { exchange: createExchange(foundation, server, fuzzCase) })
}

interface Progress {
  client: Client | null
  fault: string | null
}

async function converse(foundation: Foundation, transport: Transport, { log }: ScriptedServer, fuzzCase: FuzzCase, progress: Progress): Promise<void> {
  const { golden, pinned } = fuzzCase
  const options = { bounds: BOUNDS, ...(pinned ? { protocolVersion: golden.revision } : {}) }
  const client = await foundation.connect(transport, options)
  progress.client = client
  progress.fault ??= judgeConnection(client, log, pinned)
  if (golden.during === 'server/discover' || golden.during === 'initialize') return
  const snapshot = await client.freeze()
  progress.fault ??= judgeSnapshot(foundation, snapshot, log)
  if (golden.during === 'tools/list') return
  const outcome = await client.callTool('forecast', { row: 4, night: '2026-01-05' }, { onProgress: () => {} })
  progress.fault ??= judgeOutcome(foundation, outcome, log, client.protocolVersion === '2025-03-26')
}

function report(foundation: Foundation, { log }: ScriptedServer, { golden, random }: FuzzCase, code: string, found: string | null): CaseReport {
  const [mutant] = log.flatMap(({ mutants }) => mutants)
  if (mutant === undefined) return { code, fault: found ?? `target_not_reached ${golden.name}`, stillMessage: false, mutant: Buffer.alloc(0), about: golden.name }
  const reader = judgeReader(foundation, mutant, golden.revision !== MODERN_REVISION && random.chance(0.5))
  const fault = found ?? reader.fault ?? (reader.error === null ? null : judgeError(foundation, reader.error))
  return { code, fault, stillMessage: reader.reference !== 'refused', mutant, about: golden.name }
}
