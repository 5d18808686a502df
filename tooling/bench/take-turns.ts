import type { Figures, Order } from './cases/order.ts'
import type { MeasuringChild } from './run-child.ts'

/** Goes of each: short enough that a slow spell of the machine meets all of them, long enough to be at speed again. */
const TURNS = 5

/** Connections outlive the turns of the others, in milliseconds. */
export const KEPT_ALIVE_MS = 300_000

/** Hears of each order once. */
type Note = (order: Order, figures: Figures | Error) => void

interface Taking {
  readonly order: Order
  readonly child: MeasuringChild
}

/** All are warm before one goes; then each goes `TURNS` times, one after the other, in another order each time. */
export async function takeTurns(orders: readonly Order[], start: (order: Order) => MeasuringChild, note: Note): Promise<void> {
  let taking: readonly Taking[] = []
  const attempt = (one: Taking, step: (one: Taking) => Promise<unknown>): Promise<unknown> =>
    step(one).catch((error: unknown) => {
      taking = taking.filter((other) => other !== one)
      one.child.kill()
      note(one.order, asError(error))
    })
  const each = async (turn: number, step: (one: Taking) => Promise<unknown>): Promise<void> => {
    for (const one of rotate(taking, turn)) await attempt(one, step)
  }
  try {
    // One after the other: what the engine learns while several warm up would be another program.
    for (const order of orders) {
      const one = { order, child: start(order) }
      taking = [...taking, one]
      await attempt(one, ({ child }) => child.hear())
    }
    for (let turn = 0; turn < TURNS; turn += 1) await each(turn, ({ order, child }) => child.hear({ share: shareOf(order.count, turn) }))
    await each(0, async ({ order, child }) => note(order, (await child.hear({ share: null })) as Figures))
    await Promise.all(taking.map(({ child }) => child.exited))
  } finally {
    for (const { child } of taking) child.kill()
  }
}

/** Whole calls of one turn; all turns together have `count`. */
function shareOf(count: number, turn: number): number {
  return Math.floor((count * (turn + 1)) / TURNS) - Math.floor((count * turn) / TURNS)
}

/** Another one starts each round, and every second round runs backwards. */
export function rotate<T>(items: readonly T[], round: number): readonly T[] {
  const at = items.length === 0 ? 0 : round % items.length
  const turned = [...items.slice(at), ...items.slice(0, at)]
  return round % 2 === 0 ? turned : turned.toReversed()
}

export function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error))
}
