import { firstTextLength, type MakePeer, type Session, type Target } from './session.ts'

interface Foundation {
  readonly connect: (transport: unknown, options: object) => Promise<{
    freeze(): Promise<Snapshot>
    relist(): Promise<Snapshot>
    callTool(name: string, args: object): Promise<{ readonly kind: string; readonly content: readonly unknown[] }>
    close(): Promise<void>
  }>
}
interface Snapshot {
  readonly tools: readonly unknown[]
}
interface Http {
  readonly httpTransport: (url: string) => unknown
}
interface Stdio {
  readonly stdioTransport: (options: { readonly command: string; readonly args: readonly string[] }) => unknown
}

const MIB = 1024 * 1024

/** Raised so that the large results fit; what the flood meets is a case of its own. */
const RAISED = { maxMessageBytes: 16 * MIB, maxResultBytes: 16 * MIB, maxSseEventBytes: 16 * MIB, connectDeadlineMs: 120_000 }

/** This project's client as a user installs it. @param bounds instead of those that let large results pass */
export function ours(protocolVersion: string, bounds: object = RAISED): MakePeer {
  return (load) => async (target): Promise<Session> => {
    const { connect } = (await load('@b10x/mcp-foundation')) as Foundation
    const client = await connect(await transportTo(target, load), { protocolVersion, bounds })
    let frozen = false
    return {
      async list() {
        const { tools } = frozen ? await client.relist() : await client.freeze()
        frozen = true
        return tools.length
      },
      async call(name, args) {
        const outcome = await client.callTool(name, args)
        if (outcome.kind !== 'complete') throw new Error(outcome.kind)
        return firstTextLength(outcome)
      },
      close: () => client.close()
    }
  }
}

async function transportTo(target: Target, load: (specifier: string) => Promise<unknown>): Promise<unknown> {
  if (target.kind === 'http') return ((await load('@b10x/mcp-foundation/http')) as Http).httpTransport(target.url)
  const { stdioTransport } = (await load('@b10x/mcp-foundation/stdio')) as Stdio
  return stdioTransport({ command: process.execPath, args: target.args })
}
