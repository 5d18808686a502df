// What a process pays for importing an entry module and doing nothing else.
import { execFileSync } from 'node:child_process'
import { outsideEnvironment } from '../outside/outside-environment.ts'
import type { Subject } from './cases/order.ts'
import type { Measurements } from './report/measurements.ts'
import { rotate } from './take-turns.ts'

interface Entry {
  readonly subject: Subject
  readonly specifier: string
  readonly folder: string
}

const SAY_CPU = 'const { user, system } = process.cpuUsage(); process.stdout.write(String((user + system) / 1000))'

/** Twice the rounds of the cases, because one start is short. */
export function measureImport(ours: string, peers: string, rounds: number, into: Measurements): void {
  const entries: readonly Entry[] = [
    { subject: 'ours', specifier: '@b10x/mcp-foundation', folder: ours },
    { subject: 'raw', specifier: 'undici', folder: peers },
    { subject: 'sdk1', specifier: '@modelcontextprotocol/sdk/client/index.js', folder: peers },
    { subject: 'sdk2', specifier: '@modelcontextprotocol/client', folder: peers },
    { subject: 'ai-sdk', specifier: '@ai-sdk/mcp', folder: peers }
  ]
  for (let round = 0; round < 2 * rounds; round += 1) {
    for (const { subject, specifier, folder } of rotate(entries, round)) {
      const empty = evaluate(folder, SAY_CPU)
      const figures = { cpuOverEmptyMs: evaluate(folder, `import '${specifier}'; ${SAY_CPU}`) - empty }
      into.add('import', subject, round === 0 ? { ...figures, modules: countModules(folder, specifier) } : figures)
    }
  }
}

/** Files that the module brings in, without those of Node itself. */
function countModules(folder: string, specifier: string): number {
  const count = 'let count = 0; registerHooks({ load(url, context, next) { if (!url.startsWith("node:")) count += 1; return next(url, context) } })'
  return evaluate(folder, `import { registerHooks } from 'node:module'; ${count}; await import('${specifier}'); process.stdout.write(String(count))`)
}

function evaluate(folder: string, program: string): number {
  const args = ['--input-type=module', '--eval', program]
  return Number(execFileSync(process.execPath, args, { cwd: folder, encoding: 'utf8', env: outsideEnvironment() }))
}
