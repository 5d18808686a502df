// Ends a test run with one line that a machine can read. Whatever went wrong counts: a failing test, a test that never
// ran, a file that threw on load, an error that no test caught, and a run that found nothing although it should have.
import type { Reporter, TestModule, TestRunEndReason } from 'vitest/node'

interface RunCounts {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
}

/** A vitest reporter whose last line on standard output is `N passed, N failed, N skipped`, alone on its line. */
export function closingLine(): Reporter {
  return {
    onTestRunEnd(modules, unhandledErrors, reason) {
      process.stdout.write(`\n${formatCounts(countRun(modules, unhandledErrors.length, reason))}\n`)
    }
  }
}

function formatCounts({ passed, failed, skipped }: RunCounts): string {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`
}

function countRun(modules: readonly TestModule[], unhandledErrors: number, reason: TestRunEndReason): RunCounts {
  const total = { passed: 0, failed: unhandledErrors, skipped: 0 }
  for (const module of modules) {
    const counts = countModule(module)
    total.passed += counts.passed
    total.failed += counts.failed
    total.skipped += counts.skipped
  }
  if (reason !== 'passed' && total.failed === 0) total.failed = 1
  return total
}

function countModule(module: TestModule): RunCounts {
  const counts = { passed: 0, failed: 0, skipped: 0 }
  for (const test of module.children.allTests()) {
    const { state } = test.result()
    // A test that is still pending when the run ends never ran.
    counts[state === 'pending' ? 'failed' : state] += 1
  }
  if (module.state() === 'failed' && counts.failed === 0) counts.failed = 1
  return counts
}
