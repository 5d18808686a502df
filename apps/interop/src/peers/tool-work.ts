// What the tools of both SDK servers do. The servers differ in how they declare and answer, not in this.
import type { AbortCount } from './abort-count.ts'

/** Reports every step, the last one with nothing left. */
export async function countTo(steps: number, report: (step: number) => Promise<void>): Promise<string> {
  for (let step = 1; step <= steps; step += 1) await report(step)
  return `Counted to ${steps}.`
}

/** Runs until it is told to stop, and says once that it has begun. */
export async function holdUntilAborted(signal: AbortSignal, aborts: AbortCount, report: (step: number) => Promise<void>): Promise<void> {
  const aborted = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
  await report(1)
  await aborted
  aborts.add()
}

/** 2^53 + 1: JSON can say it, a double cannot. */
export const UNSAFE_INTEGER = '9007199254740993'

/** A value that `JSON.stringify` writes with exactly these digits (`JSON.rawJSON`, Node 22 and later). */
export function integerAsWritten(digits: string): unknown {
  const { rawJSON } = JSON as unknown as { rawJSON(text: string): unknown }
  return rawJSON(digits)
}
