import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** True while the process runs. A zombie, which waits for nothing but its parent's look, is gone. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
  try {
    return !/^[ZX]/.test(processState(pid))
  } catch {
    return false
  }
}

function processState(pid: number): string {
  if (process.platform !== 'linux') return execFileSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' })
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  return stat.slice(stat.lastIndexOf(')') + 2)
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
