// Proves that the lint is not blind: plants one violation per named rule in a copy of the tree, lints it once, and demands
// that each rule fires on its file, that the controls stay quiet, and that every file was read.
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { copyTree, type PlantedCopy } from '../planted-copy/copy-tree.ts'
import { PLANTS, type Plant } from './plants.ts'

interface Report {
  readonly number_of_files: number
  readonly number_of_rules: number
  readonly diagnostics: readonly { readonly code: string; readonly filename: string }[]
}

const copy = await copyTree()
try {
  for (const { path, text, companion } of PLANTS) {
    await copy.plant(path, text)
    if (companion !== undefined) await copy.plant(companion.path, companion.text)
  }
  const report = await lint(copy.folder)
  const faults = [...(await findRulesWithoutPlant(copy.folder)), ...findBlindSpots(report, copy), ...PLANTS.flatMap((plant) => judge(plant, report))]
  for (const fault of faults) console.error(fault)
  const expected = PLANTS.filter((plant) => plant.rule !== null).length
  console.log(
    `lint canary: ${expected} violations planted and ${PLANTS.length - expected} controls, ` +
    `${report.number_of_rules} rules on ${report.number_of_files} files, ${faults.length} faults`
  )
  if (faults.length > 0) process.exitCode = 1
} finally {
  await copy.remove()
}

function lint(folder: string): Promise<Report> {
  const oxlint = join(folder, 'node_modules/oxlint/bin/oxlint')
  return new Promise((settle, reject) => {
    const options = { cwd: folder, maxBuffer: 1 << 28 }
    execFile(process.execPath, [oxlint, '--type-aware', '--deny-warnings', '--format=json'], options, (_, stdout, stderr) => {
      try {
        settle(JSON.parse(stdout) as Report)
      } catch {
        reject(new Error(`oxlint gave no report: ${stdout.slice(0, 2_000)}${stderr}`))
      }
    })
  })
}

/** Every rule that the configuration turns on by name needs a plant here. */
async function findRulesWithoutPlant(folder: string): Promise<string[]> {
  const { rules } = JSON.parse(await readFile(join(folder, '.oxlintrc.json'), 'utf8')) as { rules: Record<string, unknown> }
  const planted = new Set(PLANTS.map((plant) => plant.rule))
  const named = Object.keys(rules).filter((name) => rules[name] !== 'off')
  return named.filter((name) => !planted.has(reportedName(name))).map((name) => `rule ${name} has no plant`)
}

/** `import/no-cycle` is reported as `import(no-cycle)`, `no-var` as `eslint(no-var)`. */
function reportedName(rule: string): string {
  const [plugin, name] = rule.includes('/') ? rule.split('/') : ['eslint', rule]
  return `${plugin}(${name})`
}

function findBlindSpots(report: Report, tree: PlantedCopy): string[] {
  const planted = PLANTS.flatMap((plant) => [plant, plant.companion ?? []].flat()).length
  const sources = tree.files.filter((path) => /\.(ts|mjs|cjs)$/.test(path)).length + planted
  return sources > planted && report.number_of_files >= sources ? [] : [`only ${report.number_of_files} of ${sources} files were read`]
}

function judge(plant: Plant, report: Report): string[] {
  const fired = report.diagnostics.filter((diagnostic) => diagnostic.filename === plant.path).map(({ code }) => code)
  if (plant.rule === null) return fired.map((code) => `${code} fired on ${plant.path}, which is allowed`)
  return fired.includes(plant.rule) ? [] : [`${plant.rule} did not fire on ${plant.path}`]
}
