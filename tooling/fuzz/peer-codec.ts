/** A sample through the real transports: sockets and processes, against the servers of the testkit. */
import type { CaseReport, Codec } from './codec.ts'
import type { Client, Foundation, StdioServer, Testkit, Transport } from './foundation-under-test.ts'
import type { GoldenSet } from './golden-cases.ts'
import { frameEvents } from './http-exchange.ts'
import { cutChunks } from './cut-chunks.ts'
import { hasPlainAnswer, judgeOutcome } from './judge-client.ts'
import { judgeError } from './judge-error.ts'
import { judgeReader } from './judge-reader.ts'
import { makeCase } from './make-case.ts'
import type { FuzzCase } from './make-case.ts'
import type { Asked } from './scripted-server.ts'
import { frameLines } from './stdio-transport.ts'

/** The call is the fourth request of a client with a pinned revision that lists two pages. */
const CALL_ID = 4

export function peerCodec(name: 'socket' | 'process', foundation: Foundation, { goldens, good }: GoldenSet, testkit: Testkit): Codec {
  const answers = { good, goldens: goldens.filter(({ during, role }) => during === 'tools/call' && role === 'answer') }
  const peer = name === 'socket' ? socketPeer(foundation, testkit) : processPeer(foundation, testkit)

  async function run(seed: number, index: number): Promise<CaseReport> {
    const fuzzCase = makeCase(answers, seed, index)
    const { golden, random } = fuzzCase
    const mutant = fuzzCase.mutant(CALL_ID)
    const framing = name === 'process' ? 'lines' : random.chance(0.5) ? 'json' : 'events'
    const asked = { id: CALL_ID, method: 'tools/call', cursor: undefined, isTarget: true, documents: [mutant], mutants: [mutant], framing, before: Buffer.alloc(0), plain: true } as const
    const log: Asked[] = [{ ...asked, sent: frame(asked, fuzzCase) }]
    const reader = judgeReader(foundation, mutant, false)
    const report = { stillMessage: reader.reference !== 'refused', mutant, about: golden.name }
    let client: Client | null = null
    let asking = false
    try {
      client = await foundation.connect(await peer.open(fuzzCase, log[0] as Asked), { protocolVersion: golden.revision })
      await client.freeze()
      asking = true
      const outcome = await client.callTool('forecast', { row: 4, night: '2026-01-05' }, { onProgress: () => {} })
      return { ...report, code: 'accepted', fault: judgeOutcome(foundation, outcome, log, client.protocolVersion === '2025-03-26') ?? reader.fault }
    } catch (error) {
      const fault = !asking ? 'target_not_reached' : log.some(hasPlainAnswer) ? 'good_refused' : reader.fault
      return { ...report, code: foundation.isGovernedError(error) ? error.code : 'untyped', fault: judgeError(foundation, error) ?? fault }
    } finally {
      await client?.close()
      peer.leave()
    }
  }

  return { name, run, end: () => peer.end() }
}

function frame(asked: Pick<Asked, 'documents' | 'isTarget' | 'framing'>, { random }: FuzzCase): Buffer {
  if (asked.framing === 'json') return Buffer.concat(asked.documents)
  return asked.framing === 'lines' ? frameLines(asked, random) : frameEvents(asked, random)
}

interface Peer {
  open(fuzzCase: FuzzCase, asked: Asked): Promise<Transport>
  /** After each case. */
  leave(): void
  end(): Promise<void>
}

/** One server for all; what it answers changes. */
function socketPeer(foundation: Foundation, testkit: Testkit): Peer {
  const starting = testkit.startHttpServer()
  return {
    async open({ golden, random }, { framing, sent }) {
      const steps = cutChunks(sent, random).map((chunk) => ({ bytes: { base64: chunk.toString('base64') } }))
      const type = framing === 'json' ? 'application/json' : 'text/event-stream'
      const answer = { status: 200, headers: { 'content-type': type }, sse: false, steps }
      const server = await starting
      server.become(testkit.wireScript(golden.revision), { answers: [{ on: 'tools/call', answer }] })
      return foundation.httpTransport(server.url)
    },
    leave: () => {},
    end: async () => (await starting).close()
  }
}

/** A process for each, which exits after its answer. */
function processPeer(foundation: Foundation, testkit: Testkit): Peer {
  let running: StdioServer | null = null
  return {
    async open({ golden, random }, { sent }) {
      const steps = [...cutChunks(sent, random).map((chunk) => ({ bytes: { base64: chunk.toString('base64') } })), { exit: 1 }]
      const server = testkit.stdioServerCommand(testkit.wireScript(golden.revision), { answers: [{ on: 'tools/call', answer: { steps } }] })
      running = server
      return foundation.stdioTransport({ command: server.command, args: server.args })
    },
    leave() {
      running?.[Symbol.dispose]()
      running = null
    },
    end: () => Promise.resolve()
  }
}
