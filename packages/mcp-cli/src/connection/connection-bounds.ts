import type { Bounds } from '@b10x/ports'
import type { ConnectionOptions } from '../arguments/invocation.ts'

/** `--deadline` is the budget of the whole command; a bound that is named keeps its own value. */
export function connectionBounds({ bounds, deadlineMs }: ConnectionOptions): Partial<Bounds> {
  if (deadlineMs === null) return bounds
  return { connectDeadlineMs: deadlineMs, callDeadlineMs: deadlineMs, ...bounds }
}

/** What is left of `--deadline` for a call, at least a millisecond; null without `--deadline`. */
export function remainingMs({ deadlineMs }: ConnectionOptions, elapsedMs: number): number | null {
  return deadlineMs === null ? null : Math.max(1, Math.ceil(deadlineMs - elapsedMs))
}
