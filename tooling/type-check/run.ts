// Type-checks every source file, tests included, in one program, and demands that none was left out of it.
import { spawnSync } from 'node:child_process'
import { relative } from 'node:path'
import { listFiles } from '../workspace/list-files.ts'
import { WORKSPACE } from '../workspace/read-members.ts'

const sources = (await listFiles()).filter((path) => /^(packages\/[^/]+\/src|apps\/[^/]+\/src|tooling)\/.*\.ts$|^[^/]+\.config\.ts$/.test(path))
const tsc = `${WORKSPACE}/node_modules/typescript/bin/tsc`
const run = spawnSync(process.execPath, [tsc, '-p', 'tsconfig.tests.json', '--listFiles', '--pretty', 'false'], {
  cwd: WORKSPACE, encoding: 'utf8', maxBuffer: 1 << 26
})
const lines = run.stdout.split('\n')
const checked = new Set(lines.filter((line) => line.startsWith('/')).map((path) => relative(WORKSPACE, path)))
const unseen = sources.filter((path) => !checked.has(path))

for (const line of lines) if (line !== '' && !line.startsWith('/')) console.error(line)
for (const path of unseen) console.error(`not type-checked: ${path}`)
console.log(`types: ${sources.length} files, ${run.status === 0 ? 'no error' : 'errors'}, ${unseen.length} not seen`)
if (run.status !== 0 || unseen.length > 0 || sources.length === 0) process.exitCode = 1
