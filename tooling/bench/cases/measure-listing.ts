import type { Connect, Session, Target } from '../peers/session.ts'
import { MADE_ARGUMENTS } from '../server/corpus.ts'
import { median } from '../report/median.ts'
import type { Figures, Goes, Order } from './order.ts'
import { liveHeapMiB, spend, type Spent } from './spend.ts'

const MADE_TOOLS = 1_000

/** Connecting and listing with a new client each time; ours freezes what it lists. */
export async function openListing(connect: Connect, { target }: Order): Promise<Goes> {
  let spent: Spent[] = []
  const go = async (share: number): Promise<void> => {
    for (let listing = 0; listing < share; listing += 1) {
      let session: Session | null = null
      spent.push(await spend(async () => {
        session = await connect(target)
        const listed = await session.list()
        if (listed !== MADE_TOOLS) throw new Error(`${listed} of ${MADE_TOOLS} tools`)
      }))
      await (session as Session | null)?.close()
    }
  }
  await go(2)
  spent = []
  return { go, finish: async () => medians(spent) }
}

/** What listing the same tools again leaves behind. */
export async function measureRefresh(session: Session, { count }: Order): Promise<Figures> {
  const refresh = async (times: number): Promise<void> => {
    for (let round = 0; round < times; round += 1) await session.list()
  }
  await refresh(Math.ceil(count / 10))
  const before = await liveHeapMiB()
  const { cpuMs } = await spend(() => refresh(count))
  const grown = (await liveHeapMiB()) - before
  return { heapGrowthMiB: grown, heapGrowthKiBPerRefresh: (grown * 1024) / count, cpuMsPerRefresh: cpuMs / count }
}

/** Importing, connecting, listing and one call, in a process that did nothing before. */
export async function measureFirstCall(connect: Connect, target: Target): Promise<Figures> {
  const { cpuMs, wallMs } = await spend(async () => {
    const session = await connect(target)
    await session.list()
    await session.call('echo', { text: 'hello' })
  })
  return { cpuMs, wallMs }
}

/** What the first call of a tool costs more than its second, once the process is warm. */
export async function measureFreshTools(session: Session, { count }: Order): Promise<Figures> {
  await session.list()
  for (let warm = 0; warm < 200; warm += 1) await session.call('records_search_0000', MADE_ARGUMENTS)
  const added: Spent[] = []
  for (let index = 1; index <= count; index += 1) {
    const call = (): unknown => session.call(`records_search_${String(index).padStart(4, '0')}`, MADE_ARGUMENTS)
    const [first, second] = [await spend(call), await spend(call)]
    added.push({ cpuMs: first.cpuMs - second.cpuMs, wallMs: first.wallMs - second.wallMs })
  }
  return { addedWallMs: median(added.map(({ wallMs }) => wallMs)), addedCpuMs: median(added.map(({ cpuMs }) => cpuMs)) }
}

function medians(spent: readonly Spent[]): Figures {
  return { cpuMs: median(spent.map(({ cpuMs }) => cpuMs)), wallMs: median(spent.map(({ wallMs }) => wallMs)) }
}
