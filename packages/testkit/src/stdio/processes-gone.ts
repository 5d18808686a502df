import { readFileSync } from 'node:fs'

/** True while the process runs. A zombie, which waits for nothing but its parent's look, is gone. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
  if (process.platform !== 'linux') return true
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return !['Z', 'X'].includes(stat.slice(stat.lastIndexOf(')') + 2)[0] ?? '')
  } catch {
    return false
  }
}

/**
 * Resolves with those of the processes that still run after at most `withinMs` milliseconds, at once when none does.
 * The end of a process that is not our child is no event anywhere, so this looks every 10 ms.
 */
export async function processesGone(pids: readonly number[], withinMs = 10_000): Promise<readonly number[]> {
  const until = performance.now() + withinMs
  for (;;) {
    const left = pids.filter(isRunning)
    if (left.length === 0 || performance.now() > until) return left
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}
