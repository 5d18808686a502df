// What the canary plants: a violation for every forbidden pair and every rule, and a control for what is allowed.
import { ARROWS } from '../architecture/arrows.ts'

export interface Plant {
  readonly path: string
  readonly text: string
  /** The rule that must fire on the file, or null for a control on which no rule may fire. */
  readonly rule: string | null
  /** A package that the importing member must be able to name. */
  readonly declares?: string
  /** A second file that the violation needs, on which nothing is demanded. */
  readonly companion?: { readonly path: string; readonly text: string }
}

/** Members are folders such as `packages/ports` and `apps/demo`. */
export function makePlants(members: readonly string[]): Plant[] {
  const packages = members.filter((member) => member.startsWith('packages/')).map((member) => member.slice('packages/'.length))
  const apps = members.filter((member) => member.startsWith('apps/'))
  return [
    ...packages.flatMap((from) => packagePlants(from, packages, apps)),
    ...apps.flatMap((from) => appPlants(from, packages, apps)),
    ...members.map((member) => relativePlant('tooling', member, 'arrow-tooling')),
    ...RULE_PLANTS
  ]
}

function packagePlants(from: string, packages: readonly string[], apps: readonly string[]): Plant[] {
  const allowed = ARROWS[from] ?? []
  const member = `packages/${from}`
  const toPackages = packages
    .filter((to) => to !== from && to !== 'testkit')
    .map((to) => namePlant(member, to, allowed.includes(to) ? null : `arrow-${from}`))
  const outward = [...apps, 'tooling'].map((to) => relativePlant(member, to, `arrow-${from}`))
  return [...toPackages, ...outward, ...testPlants(from, packages), ...(from === 'testkit' ? [] : testkitPlants(member))]
}

/** Tests may go further than what they test, and not everywhere. */
function testPlants(from: string, packages: readonly string[]): Plant[] {
  const allowed = [...(ARROWS[from] ?? []), from, 'testkit', 'mcp-foundation']
  const member = `packages/${from}`
  const further = packages.filter((to) => !allowed.includes(to)).slice(0, 1).map((to) => namePlant(member, to, `arrow-tests-${from}`))
  const client = from === 'mcp-foundation' ? [] : [namePlant(member, 'mcp-foundation', null)]
  return [...further, ...client].map((plant) => ({ ...plant, path: plant.path.replace(/\.ts$/, '.test.ts') }))
}

function appPlants(from: string, packages: readonly string[], apps: readonly string[]): Plant[] {
  const toPackages = packages.filter((to) => to !== 'testkit').map((to) => namePlant(from, to, null))
  const others = [...apps.filter((to) => to !== from), 'tooling'].map((to) => relativePlant(from, to, 'arrow-app'))
  return [...toPackages, ...others, ...testkitPlants(from)]
}

function testkitPlants(member: string): Plant[] {
  const product = namePlant(member, 'testkit', member === 'apps/demo' ? null : 'tests-apart')
  return [product, { ...product, path: `${member}/src/canary-testkit.test.ts`, rule: null }]
}

/** A package without an entry of its own name. */
const ENTRIES: Readonly<Record<string, string>> = { 'tool-adapters': 'tool-adapters/mcp-sdk' }

/** A type-only import: the weakest kind counts too. */
function namePlant(member: string, to: string, rule: string | null): Plant {
  return { path: `${member}/src/canary-to-${to}.ts`, text: `export type * from '@b10x/${ENTRIES[to] ?? to}'\n`, rule, declares: to }
}

function relativePlant(from: string, to: string, rule: string): Plant {
  const folder = from === 'tooling' ? 'tooling/canary' : `${from}/src`
  const up = folder.split('/').map(() => '..').join('/')
  const name = `${folder}/canary-to-${to.replaceAll('/', '-')}.ts`
  return { path: name, text: `export type * from '${up}/${targetOf(to)}'\n`, rule }
}

/** A file that every member has in the copy, as the target of relative imports. */
export function targetOf(member: string): string {
  return member === 'tooling' ? 'tooling/canary/canary-target.ts' : `${member}/src/canary-target.ts`
}

const foundation = 'packages/mcp-foundation/src'

const integration = 'packages/integration-mcp/src'

const RULE_PLANTS: readonly Plant[] = [
  ...['http', 'sse', 'stdio'].map((entry) => entryPlant(entry, 'integration-owns-no-socket')),
  entryPlant('exchange', null),
  { path: `${integration}/canary-oauth.ts`, text: `export type * from '@b10x/mcp-oauth'\n`, rule: 'integration-owns-no-socket', declares: 'mcp-oauth' },
  { path: `${integration}/canary-undici.ts`, text: `import 'undici'\n`, rule: 'sockets-have-owners' },
  { path: `${integration}/canary-net.ts`, text: `import 'node:net'\n`, rule: 'sockets-have-owners' },
  { path: 'packages/governance-server/src/process/canary-process.ts', text: `import 'node:child_process'\n`, rule: null },
  { path: 'packages/governance-server/src/probe/canary-process.ts', text: `import 'node:child_process'\n`, rule: 'processes-have-owners' },
  { path: 'packages/canary-unlisted/src/index.ts', text: `export type * from '@b10x/ports'\n`, rule: 'arrow-unlisted', declares: 'ports' },
  { path: `${foundation}/canary-relative.ts`, text: `export type * from '../../ports/src/canary-target.ts'\n`, rule: 'cross-package-by-name' },
  {
    path: `${foundation}/canary-cycle-a.ts`, text: `import type { B } from './canary-cycle-b.ts'\nexport type A = B | null\n`, rule: 'no-cycle',
    companion: { path: `${foundation}/canary-cycle-b.ts`, text: `import type { A } from './canary-cycle-a.ts'\nexport type B = A | null\n` }
  },
  { path: `${foundation}/canary-undeclared.ts`, text: `export type * from 'canary-undeclared'\n`, rule: 'no-unresolved' },
  { path: `${foundation}/canary-deep.ts`, text: `export type * from '@b10x/ports/src/canary-target.ts'\n`, rule: 'no-unresolved' },
  ...['node:net', 'node:http', 'node:https', 'node:http2', 'node:tls', 'node:dgram', 'undici'].flatMap((module) => socketPlants(module)),
  { path: `${foundation}/canary-lazy-socket.ts`, text: `export const lazy = (): Promise<unknown> => import('undici')\n`, rule: 'sockets-have-owners' },
  { path: 'packages/mcp-cli/src/login/canary-socket.ts', text: `import 'node:http'\n`, rule: 'sockets-have-owners' },
  { path: `${foundation}/client/canary-process.ts`, text: `import 'node:child_process'\n`, rule: 'processes-have-owners' },
  { path: 'packages/tool-server/src/http/canary-socket.ts', text: `import 'node:http'\n`, rule: 'sockets-have-owners' },
  { path: 'packages/tool-server/src/http/canary-type.ts', text: `export type { Server } from 'node:http'\n`, rule: null },
  { path: 'packages/tool-server/src/front/canary-socket.ts', text: `import 'node:http'\n`, rule: null },
  { path: `packages/mcp-cli/src/canary-process.ts`, text: `import 'child_process'\n`, rule: 'processes-have-owners' },
  { path: `${foundation}/stdio/canary-process.ts`, text: `import 'node:child_process'\n`, rule: null },
  { path: 'packages/mcp-cli/src/canary-process.test.ts', text: `import 'node:child_process'\nimport 'node:http'\n`, rule: null },
  { path: `${foundation}/eras/modern/canary-target.ts`, text: `export const modern = true\n`, rule: null },
  { path: `${foundation}/eras/legacy/canary-target.ts`, text: `export const legacy = true\n`, rule: null },
  { path: `${foundation}/eras/canary-door.ts`, text: `export type * from './modern/canary-target.ts'\n`, rule: null },
  { path: `${foundation}/client/canary-modern.ts`, text: `export type * from '../eras/modern/canary-target.ts'\n`, rule: 'eras-behind-one-door' },
  { path: `${foundation}/client/canary-legacy.test.ts`, text: `export type * from '../eras/legacy/canary-target.ts'\n`, rule: 'eras-behind-one-door' },
  { path: `${foundation}/json/canary-helpers.ts`, text: `export const owned = true\n`, rule: null },
  ...['utils', 'helper', 'shared/index', 'common', 'misc'].map((name) => drawerPlant(name)),
  { path: `${foundation}/canary-fixture.ts`, text: `export type * from './__fixtures__/canary.ts'\n`, rule: 'tests-apart' },
  { path: `${foundation}/__fixtures__/canary.ts`, text: `import 'node:net'\n`, rule: null }
]

function socketPlants(module: string): Plant[] {
  const name = `canary-socket-${module.replace(':', '-')}.ts`
  const text = `import '${module}'\n`
  return [
    { path: `${foundation}/client/${name}`, text, rule: 'sockets-have-owners' },
    { path: `${foundation}/streamable-http/${name}`, text, rule: null }
  ]
}

/** One entry of the foundation, as a service would take it. */
function entryPlant(entry: string, rule: string | null): Plant {
  return { path: `${integration}/canary-entry-${entry}.ts`, text: `export type * from '@b10x/mcp-foundation/${entry}'\n`, rule, declares: 'mcp-foundation' }
}

function drawerPlant(name: string): Plant {
  const importer = `${foundation}/json/canary-imports-${name.replace('/', '-')}.ts`
  const companion = { path: `${foundation}/json/${name}.ts`, text: `export const owned = true\n` }
  return { path: importer, text: `export * from './${name}.ts'\n`, rule: 'no-drawer', companion }
}
