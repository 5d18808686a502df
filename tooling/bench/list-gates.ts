// What must hold, as data. `cpu` before wall, and ratios of one run: seconds of two machines say nothing.

export interface Gate {
  /** The number of the target. */
  readonly id: string
  readonly case: string
  readonly figure: string
  /** What ours is divided by: nothing, a client, or the best of the clients that others released. */
  readonly per: 'nothing' | 'best' | 'raw' | 'sdk1' | 'sdk2' | 'canonicalize'
  readonly atMost?: number
  readonly atLeast?: number
}

export const GATES: readonly Gate[] = [
  { id: 'P1', case: 'json-c32', figure: 'cpuSecondsPer10k', per: 'raw', atMost: 1.3 },
  { id: 'P1', case: 'json', figure: 'callsPerSecond', per: 'raw', atLeast: 0.85 },
  { id: 'P2', case: 'json', figure: 'cpuSecondsPer10k', per: 'best', atMost: 1 / 2 },
  { id: 'P2', case: 'json-c32', figure: 'cpuSecondsPer10k', per: 'best', atMost: 1 / 5 },
  { id: 'P2', case: 'json', figure: 'callsPerSecond', per: 'best', atLeast: 2 },
  { id: 'P2', case: 'json-c32', figure: 'callsPerSecond', per: 'best', atLeast: 5 },
  { id: 'P3', case: 'sse', figure: 'callsPerSecond', per: 'best', atLeast: 3 },
  { id: 'P3', case: 'sse-c32', figure: 'callsPerSecond', per: 'best', atLeast: 4 },
  { id: 'P4', case: 'stdio', figure: 'cpuSecondsPer10k', per: 'best', atMost: 0.75 },
  { id: 'P4', case: 'stdio-c32', figure: 'cpuSecondsPer10k', per: 'best', atMost: 0.75 },
  { id: 'P4', case: 'stdio', figure: 'callsPerSecond', per: 'best', atLeast: 1 },
  { id: 'P4', case: 'stdio-c32', figure: 'callsPerSecond', per: 'best', atLeast: 1 },
  { id: 'P4', case: 'large-8-stdio', figure: 'wallMs', per: 'best', atMost: 1 / 5 },
  { id: 'P5', case: 'json-c32', figure: 'p99Ms', per: 'best', atMost: 1 / 3 },
  { id: 'P6', case: 'list-20-pages', figure: 'cpuMs', per: 'raw', atMost: 2 },
  { id: 'P6', case: 'list-20-pages', figure: 'cpuMs', per: 'sdk1', atMost: 1 },
  { id: 'P6', case: 'list-20-pages', figure: 'wallMs', per: 'sdk1', atMost: 1 },
  // The same work on both sides; then the milliseconds of all that freezing does.
  { id: 'P7', case: 'digests', figure: 'cpuMs', per: 'canonicalize', atMost: 0.6 },
  { id: 'P7', case: 'freeze', figure: 'cpuMs', per: 'nothing', atMost: 20 },
  { id: 'P8', case: 'verify', figure: 'cpuMs', per: 'nothing', atMost: 30 },
  { id: 'P10', case: 'serve', figure: 'cpuSecondsPer10k', per: 'raw', atMost: 1.5 },
  { id: 'P10', case: 'serve', figure: 'cpuSecondsPer10k', per: 'best', atMost: 1 / 5 },
  { id: 'P10', case: 'serve-flat', figure: 'cpuOf1000ToolsPer1', per: 'nothing', atMost: 1.1 },
  { id: 'P10', case: 'serve-memory', figure: 'heapGrowthMiB', per: 'nothing', atMost: 1 },
  { id: 'P11', case: 'large-1-json', figure: 'peakOverBaseMiB', per: 'nothing', atMost: 8 * 1 + 25 },
  { id: 'P11', case: 'large-10-json', figure: 'peakOverBaseMiB', per: 'nothing', atMost: 8 * 10 + 25 },
  { id: 'P11', case: 'large-10-sse', figure: 'peakOverBaseMiB', per: 'nothing', atMost: 8 * 10 + 25 },
  { id: 'P11', case: 'large-8-stdio', figure: 'peakOverBaseMiB', per: 'nothing', atMost: 8 * 8 + 25 },
  { id: 'P11', case: 'flood-json', figure: 'refused', per: 'nothing', atLeast: 1 },
  { id: 'P11', case: 'flood-json', figure: 'peakOverBaseMiB', per: 'nothing', atMost: 2 * 4 + 25 },
  { id: 'P11', case: 'flood-sse', figure: 'refused', per: 'nothing', atLeast: 1 },
  { id: 'P11', case: 'flood-sse', figure: 'peakOverBaseMiB', per: 'nothing', atMost: 2 * 4 + 25 },
  { id: 'P12', case: 'refresh', figure: 'heapGrowthMiB', per: 'nothing', atMost: 1 },
  { id: 'P13', case: 'import', figure: 'cpuOverEmptyMs', per: 'nothing', atMost: 25 },
  { id: 'P13', case: 'import', figure: 'modules', per: 'nothing', atMost: 40 },
  { id: 'P13', case: 'first-call', figure: 'cpuMs', per: 'sdk2', atMost: 0.75 },
  { id: 'P13', case: 'first-call', figure: 'wallMs', per: 'sdk2', atMost: 0.75 },
  { id: 'P14', case: 'install', figure: 'packages', per: 'nothing', atMost: 10 },
  { id: 'P14', case: 'install', figure: 'sizeMB', per: 'nothing', atMost: 6 },
  { id: 'P14', case: 'install', figure: 'sdkOrZod', per: 'nothing', atMost: 0 },
  { id: 'P15', case: 'fresh-tools', figure: 'addedWallMs', per: 'nothing', atMost: 5 },
  // What authority costs: per call, every step with an approval; and once, for a thousand tools.
  { id: 'G1', case: 'governed', figure: 'addedCpuMs', per: 'nothing', atMost: 0.15 },
  { id: 'G2', case: 'prepare', figure: 'addedCpuMs', per: 'nothing', atMost: 300 },
  { id: 'G2', case: 'prepare', figure: 'addedWallMs', per: 'nothing', atMost: 300 },
  { id: 'G2', case: 'prepare', figure: 'firstAddedCpuMs', per: 'nothing', atMost: 300 },
  // What the adapter of services and the egress add to a call of the client, and to connecting and listing.
  { id: 'C1', case: 'egress', figure: 'addedP50Ms', per: 'nothing', atMost: 0.25 },
  { id: 'C1', case: 'egress', figure: 'cpuPerDirect', per: 'nothing', atMost: 1.6 },
  { id: 'C2', case: 'prepare-service', figure: 'addedWallMs', per: 'nothing', atMost: 500 }
]
