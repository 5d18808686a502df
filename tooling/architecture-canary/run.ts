// Proves that the architecture lint is not blind: plants one violation per forbidden arrow and per rule in a copy of the
// tree, cruises it once, and demands that each is reported by the name of its rule, and that nothing went unseen.
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { RULES } from '../architecture/rules.ts'
import { copyTree, type PlantedCopy } from '../planted-copy/copy-tree.ts'
import { listMembers } from '../workspace/read-members.ts'
import { makePlants, targetOf, type Plant } from './plants.ts'

interface Report {
  readonly modules: readonly { readonly source: string }[]
  readonly summary: {
    readonly totalCruised: number
    readonly violations: readonly { readonly from: string; readonly rule: { readonly name: string } }[]
  }
}

const members = await listMembers()
const plants = makePlants(members)
const copy = await copyTree()
try {
  await plantAll(copy)
  const report = await cruise(copy.folder)
  const faults = [...findSilentRules(), ...findBlindSpots(report, copy), ...plants.flatMap((plant) => judge(plant, report))]
  const expected = plants.filter((plant) => plant.rule !== null).length
  const arrows = plants.filter((plant) => plant.rule?.startsWith('arrow-')).length
  for (const fault of faults) console.error(fault)
  console.log(
    `architecture canary: ${expected} violations planted (${arrows} arrows) and ${plants.length - expected} controls, ` +
    `${RULES.length} rules, ${report.summary.totalCruised} modules cruised, ${faults.length} faults`
  )
  if (faults.length > 0) process.exitCode = 1
} finally {
  await copy.remove()
}

async function plantAll(tree: PlantedCopy): Promise<void> {
  for (const member of [...members, 'tooling']) {
    await tree.plant(targetOf(member), `export const target = true\n`)
    const entry = `${member}/src/index.ts`
    if (member !== 'tooling' && !tree.files.includes(entry)) await tree.plant(entry, `export const entry = true\n`)
  }
  for (const { path, text, declares, companion } of plants) {
    await tree.plant(path, text)
    if (companion !== undefined) await tree.plant(companion.path, companion.text)
    if (declares !== undefined) await tree.declare(path.split('/').slice(0, 2).join('/'), declares)
  }
}

function cruise(folder: string): Promise<Report> {
  const depcruise = join(folder, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs')
  const args = ['--config', '.dependency-cruiser.cjs', '--output-type', 'json', 'packages', 'apps', 'tooling']
  return new Promise((settle, reject) => {
    // Its exit code is the number of violations, which are what we want here.
    execFile(process.execPath, [depcruise, ...args], { cwd: folder, maxBuffer: 1 << 28 }, (_, stdout, stderr) => {
      try {
        settle(JSON.parse(stdout) as Report)
      } catch {
        reject(new Error(`dependency-cruiser gave no report: ${stderr}`))
      }
    })
  })
}

/** A rule that no plant makes fire proves nothing. Rules of packages that do not exist yet have nothing to plant. */
function findSilentRules(): string[] {
  const planted = new Set(plants.map((plant) => plant.rule))
  const missing = RULES.filter(({ name }) => !planted.has(name) && !isOfFuturePackage(name))
  return missing.map(({ name }) => `rule ${name} has no plant`)
}

function isOfFuturePackage(rule: string): boolean {
  return rule.startsWith('arrow-') && RULES.some(({ name, from }) => {
    const path = String(from['path'])
    return name === rule && path.startsWith('^packages/') && !members.some((member) => `^${member}/` === path)
  })
}

function findBlindSpots(report: Report, tree: PlantedCopy): string[] {
  const seen = new Set(report.modules.map((module) => module.source))
  const sources = tree.files.filter((path) => /^(packages\/[^/]+\/src|apps\/[^/]+\/src|tooling\/(?![^/]+\/project\/))\/?.*\.(ts|mjs|cjs)$/.test(path))
  const unseen = [...sources, ...plants.map((plant) => plant.path)].filter((path) => !seen.has(path))
  if (sources.length === 0 || report.summary.totalCruised < sources.length) unseen.unshift('too few modules were cruised')
  return unseen.map((path) => `not seen: ${path}`)
}

function judge(plant: Plant, report: Report): string[] {
  const fired = report.summary.violations.filter((violation) => violation.from === plant.path).map(({ rule }) => rule.name)
  if (plant.rule === null) return fired.map((name) => `${name} fired on ${plant.path}, which is allowed`)
  return fired.includes(plant.rule) ? [] : [`${plant.rule} did not fire on ${plant.path}`]
}
