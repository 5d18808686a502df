// Seconds of one machine say nothing about another: a results file names its machine, and is only compared there.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { arch, cpus, hostname, platform, release, totalmem } from 'node:os'
import type { Gate } from '../list-gates.ts'
import { judgeGate } from './judge-gates.ts'
import { createMeasurements, type Measurements, type Values } from './measurements.ts'
import { formatNumber } from './render-table.ts'

export interface Machine {
  /** Names the machine and its Node without telling its name. */
  readonly fingerprint: string
  readonly description: string
}

export interface ResultsFile {
  readonly format: 'b10x-bench-1'
  readonly machine: Machine
  readonly measured: string
  readonly rounds: number
  readonly quick: boolean
  readonly values: Values
}

export function describeMachine(): Machine {
  const [processor] = cpus()
  const parts = [
    `${cpus().length} x ${processor?.model.trim() ?? 'unknown processor'}`, `${Math.round(totalmem() / 2 ** 30)} GiB`,
    `${platform()} ${release()} ${arch()}`, `Node ${process.versions.node}`
  ]
  const fingerprint = createHash('sha256').update([hostname(), readMachineId(), ...parts].join('\n')).digest('hex').slice(0, 16)
  return { fingerprint, description: parts.join(', ') }
}

function readMachineId(): string {
  try {
    return readFileSync('/etc/machine-id', 'utf8').trim()
  } catch {
    return ''
  }
}

/** @throws Error for text that is no results file, one of another machine or Node, or one of a run of another kind */
export function readComparable(text: string, machine: Machine, quick: boolean): ResultsFile {
  const file = JSON.parse(text) as Partial<ResultsFile>
  if (file.format !== 'b10x-bench-1' || file.machine === undefined || file.values === undefined) throw new Error('this is no results file of the bench')
  if (file.machine.fingerprint !== machine.fingerprint) {
    throw new Error(`measured on another machine: ${file.machine.description}; this is ${machine.description}`)
  }
  if (file.quick !== quick) throw new Error('a quick run says nothing beside a whole one')
  return file as ResultsFile
}

/** Each gate before and now. */
export function renderComparison(before: ResultsFile, now: Measurements, gates: readonly Gate[]): string {
  const earlier = createMeasurements(before.values)
  const rows = gates.map((gate) => {
    const [old, fresh] = [judgeGate(gate, earlier).value, judgeGate(gate, now).value]
    const change = old === null || fresh === null || old === 0 ? null : (100 * (fresh - old)) / Math.abs(old)
    return `| ${gate.id} | ${gate.case} ${gate.figure} | ${formatNumber(old)} | ${formatNumber(fresh)} | ${formatNumber(change)} % |`
  })
  return ['| target | what | before | now | change |', '| --- | --- | --- | --- | --- |', ...rows].join('\n')
}
