/** Standard input and output without a process: the foundation's framer, line reader, correlation and writer are real. */
import { EventEmitter } from 'node:events'
import { cutChunks } from './cut-chunks.ts'
import type { Foundation, Transport, WireRequest } from './foundation-under-test.ts'
import type { FuzzCase } from './make-case.ts'
import type { Random } from './random.ts'
import type { Asked, ScriptedServer } from './scripted-server.ts'

export function createStdioTransport(foundation: Foundation, server: ScriptedServer, fuzzCase: FuzzCase): Transport {
  return {
    kind: 'stdio',
    async open(context) {
      const state = {
        context, correlation: foundation.createCorrelation(), stderr: foundation.createStderrTail(1024),
        allowBatch: false, bannerLines: 0, strayMessages: 0, onFirstMessage: () => {}
      }
      const connection = foundation.connectServer(createProcess(server, fuzzCase), state)
      const closed = (): Error => new foundation.GovernedError('connection_closed', {})
      return {
        endpoint: { transport: 'stdio', command: ['server'], program: '/server' },
        async request(request: WireRequest) {
          if (connection.failure !== null) throw connection.failure.error
          connection.write(request.body, () => state.correlation.dispatch(request)).catch(() => {})
          return state.correlation.add(request)
        },
        notify: (body: string) => connection.write(body),
        acceptBatches: () => (state.allowBatch = true),
        diagnostics: () => ({ bannerLines: 0, strayMessages: 0, stderrBytes: 0, stderrTail: '' }),
        close: async () => connection.fail(closed())
      }
    }
  }
}

/** A program that exits when it has nothing more to say and nobody asks. */
function createProcess(server: ScriptedServer, fuzzCase: FuzzCase): unknown {
  const stdout = new EventEmitter()
  let exit: (status: { exitCode: number; signal: null }) => void = () => {}
  const exited = new Promise<{ exitCode: number; signal: null }>((resolve) => (exit = resolve))
  let open = true
  const leave = (): void => {
    open = false
    exit({ exitCode: 1, signal: null })
  }

  const send = (asked: Asked): void => {
    asked.sent = frameLines(asked, fuzzCase.random)
    for (const chunk of cutChunks(asked.sent, fuzzCase.random)) if (open) stdout.emit('data', chunk)
    // Silence is not what is tested here: a client that still waits learns that the program is gone.
    setImmediate(() => setImmediate(() => server.log.at(-1) === asked && leave()))
  }

  const stdin = Object.assign(new EventEmitter(), {
    writableLength: 0,
    write(text: string, done: (error?: Error) => void): boolean {
      queueMicrotask(() => {
        done()
        for (const line of text.split('\n').filter((part) => part !== '')) {
          const asked = server.receive(line)
          if (asked !== null && open) send(asked)
        }
      })
      return true
    }
  })
  const end = async (): Promise<void> => leave()
  return { stdin, stdout: Object.assign(stdout, { destroy: () => (open = false) }), stderr: new EventEmitter(), tree: {}, exited, end }
}

const BANNERS = ['[info] listening', 'Ready.', '', '\u001b[32mok\u001b[0m', '{not json', '[', '{}', ' \t ']

/** The documents as lines, with what a program may and may not put around them. */
export function frameLines({ documents, isTarget }: Pick<Asked, 'documents' | 'isTarget'>, random: Random): Buffer {
  const parts: Buffer[] = []
  for (const document of documents) {
    if (isTarget && random.chance(0.08)) parts.push(Buffer.from(`${random.pick(BANNERS)}\n`))
    const odd = isTarget && random.chance(0.08) ? random.pick(['', '\r', '\r\r\n', '\n\n', ' \n', ',\n']) : random.pick(['\n', '\n', '\r\n'])
    parts.push(document, Buffer.from(odd))
  }
  return Buffer.concat(parts)
}
