// Time of this process.

export interface Spent {
  readonly cpuMs: number
  readonly wallMs: number
}

/** CPU of all threads, user and system. */
export async function spend(work: () => unknown): Promise<Spent> {
  const cpu = process.cpuUsage()
  const started = performance.now()
  await work()
  const wallMs = performance.now() - started
  const { user, system } = process.cpuUsage(cpu)
  return { cpuMs: (user + system) / 1_000, wallMs }
}

const KIB_PER_MIB = 1024

/** The most memory that this process ever held. */
export function peakMiB(): number {
  return process.resourceUsage().maxRSS / KIB_PER_MIB
}

/** What is alive, after a full collection. The process needs `--expose-gc`. */
export async function liveHeapMiB(): Promise<number> {
  if (globalThis.gc === undefined) throw new Error('no --expose-gc')
  for (let round = 0; round < 3; round += 1) {
    globalThis.gc()
    await new Promise((resolve) => setImmediate(resolve))
  }
  return process.memoryUsage().heapUsed / 1024 ** 2
}
