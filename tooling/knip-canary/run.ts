// Proves that knip is not blind: plants an unused file in every member, an unused export, an undeclared import and an
// unused dependency in a copy of the tree, and demands that each is reported.
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { copyTree } from '../planted-copy/copy-tree.ts'
import { readMembers, type Manifest } from '../workspace/read-members.ts'

type Issue = 'files' | 'exports' | 'unlisted' | 'dependencies'

interface Report {
  readonly issues: readonly ({ readonly file: string } & { readonly [issue in Issue]?: readonly { readonly name: string }[] })[]
}

const DEPENDENCY = 'canary-unused'
const folder = 'packages/mcp-foundation'
const entry = `${folder}/src/canary.test.ts`
const unusedFiles = (await readMembers()).map((member) => `${member.folder}/src/canary-unused.ts`)

const copy = await copyTree()
try {
  for (const path of unusedFiles) await copy.plant(path, `export const unused = 1\n`)
  await copy.plant(`${folder}/src/canary-exports.ts`, `export const used = 1\nexport const unused = 2\n`)
  await copy.plant(entry, `import 'canary-undeclared'\nimport { used } from './canary-exports.ts'\nexport const copy = used\n`)
  await plantDependency()
  const report = await runKnip(copy.folder)
  const demands: [file: string, issue: Issue, name: string][] = [
    ...unusedFiles.map((path): [string, Issue, string] => [path, 'files', path]),
    [`${folder}/src/canary-exports.ts`, 'exports', 'unused'],
    [entry, 'unlisted', 'canary-undeclared'],
    [`${folder}/package.json`, 'dependencies', DEPENDENCY]
  ]
  const silent = demands.filter(([file, issue, name]) => !reports(report, file, issue, name))
  for (const [file, issue] of silent) console.error(`knip did not report ${issue} of ${file}`)
  console.log(`knip canary: ${demands.length} violations planted, ${silent.length} faults`)
  if (silent.length > 0 || unusedFiles.length === 0) process.exitCode = 1
} finally {
  await copy.remove()
}

async function plantDependency(): Promise<void> {
  const path = `${folder}/package.json`
  const manifest = JSON.parse(await readFile(join(copy.folder, path), 'utf8')) as Manifest
  await copy.plant(path, JSON.stringify({ ...manifest, dependencies: { ...manifest.dependencies, [DEPENDENCY]: '1.0.0' } }))
}

function runKnip(cwd: string): Promise<Report> {
  const knip = join(cwd, 'node_modules/knip/bin/knip.js')
  return new Promise((settle, reject) => {
    execFile(process.execPath, [knip, '--reporter', 'json'], { cwd, maxBuffer: 1 << 28 }, (_, stdout, stderr) => {
      try {
        settle(JSON.parse(stdout) as Report)
      } catch {
        reject(new Error(`knip gave no report: ${stdout.slice(0, 2_000)}${stderr}`))
      }
    })
  })
}

function reports(report: Report, file: string, issue: Issue, name: string): boolean {
  return report.issues.some((entry) => entry.file === file && (entry[issue] ?? []).some((found) => found.name === name))
}
