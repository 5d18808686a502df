// `pnpm check`: every check of the workspace, one after the other, all of them even when one fails.
import { spawnSync } from 'node:child_process'

const STEPS = [
  'build', 'check:lint', 'check:types', 'check:architecture', 'check:references', 'check:manifests', 'check:knip', 'check:pack'
]

const results = STEPS.map((step) => {
  console.log(`\n── ${step}`)
  const started = performance.now()
  const { status } = spawnSync('pnpm', ['--silent', 'run', step], { stdio: 'inherit' })
  return { step, passed: status === 0, seconds: (performance.now() - started) / 1_000 }
})

console.log('')
for (const { step, passed, seconds } of results) {
  console.log(`${passed ? 'ok    ' : 'FAILED'} ${step.padEnd(20)} ${seconds.toFixed(1).padStart(6)} s`)
}
if (results.some(({ passed }) => !passed)) process.exitCode = 1
