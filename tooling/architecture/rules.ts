import { ARROWS, TEST_FILE } from './arrows.ts'

/** A forbidden-dependency rule of dependency-cruiser, as far as we use it. */
export interface Rule {
  readonly name: string
  readonly severity: 'error'
  readonly comment: string
  readonly from: Readonly<Record<string, unknown>>
  readonly to: Readonly<Record<string, unknown>>
}

const OURS = '^(packages|apps|tooling)/'
/** `undici` alone: named by a package that does not have it, which resolves to nothing. */
const SOCKETS = '^(node:)?(net|http|https|http2|tls|dgram)$|(^|/)node_modules/undici/|^undici(/|$)'
const PROCESSES = '^(node:)?(child_process|cluster)$'
/** Names that gather what belongs nowhere. A file is named after the noun it owns. */
const DRAWER = '(^|/)(utils?|helpers?|shared|common|misc)(/|\\.[cm]?[jt]s$)'

/** What tests of every package may import beside its arrows: fakes, and a client to ask real servers with. */
const FOR_TESTS = ['testkit', 'mcp-foundation']

/** Where sockets may be opened besides tests, `testkit`, apps and tooling. */
const SOCKET_OWNERS = [
  'packages/mcp-foundation/src/streamable-http/',
  'packages/tool-server/src/front/',
  'packages/egress-undici/src/',
  // Hears one redirect of the user's browser, on loopback.
  'packages/mcp-cli/src/login/listen-for-redirect.ts'
]
const PROCESS_OWNERS = [
  'packages/mcp-foundation/src/stdio/',
  // git, and the command that a probe runs to make a list change.
  'packages/governance-server/src/process/'
]

function startOf(folders: readonly string[]): string {
  return `^(${folders.join('|')})`
}

function arrowRules(): Rule[] {
  return Object.entries(ARROWS).flatMap(([name, allowed]) => [
    arrowRule(`arrow-${name}`, name, [...allowed, 'testkit'], { path: `^packages/${name}/`, pathNot: TEST_FILE }),
    arrowRule(`arrow-tests-${name}`, name, [...allowed, ...FOR_TESTS], { path: `^packages/${name}/.*(${TEST_FILE})` })
  ])
}

function arrowRule(title: string, name: string, allowed: readonly string[], from: Rule['from']): Rule {
  const comment = `${name} may import of ours: ${allowed.filter((one) => one !== 'testkit').join(', ') || 'nothing'}.`
  return rule(title, comment, from, { path: OURS, pathNot: startOf([...allowed, name].map((folder) => `packages/${folder}/`)) })
}

function rule(name: string, comment: string, from: Rule['from'], to: Rule['to']): Rule {
  return { name, severity: 'error', comment, from, to }
}

export const RULES: readonly Rule[] = [
  ...arrowRules(),
  rule(
    'arrow-unlisted', 'A package that the table of arrows does not name imports nothing of ours.',
    { path: '^packages/([^/]+)/', pathNot: startOf(Object.keys(ARROWS).map((name) => `packages/${name}/`)) },
    { path: OURS, pathNot: '^packages/$1/' }
  ),
  rule(
    'arrow-app', 'An app imports packages: no other app, and no tooling.',
    { path: '^apps/([^/]+)/' }, { path: '^(apps|tooling)/', pathNot: '^apps/$1/' }
  ),
  rule('arrow-tooling', 'Tooling stands beside the project and imports nothing of it.', { path: '^tooling/' }, { path: '^(packages|apps)/' }),
  rule(
    'tests-apart', 'Fakes, fixtures and tests never reach a product. The demo is none.',
    { path: '^(packages|apps)/', pathNot: `^packages/testkit/|^apps/demo/|${TEST_FILE}` },
    { path: `^packages/testkit/|^(packages|apps)/.*(${TEST_FILE})` }
  ),
  rule(
    'cross-package-by-name', 'Another package is reached by its name, so that only what it exports can be used.',
    { path: '^(packages|apps)/([^/]+)/' },
    { path: OURS, pathNot: '^$1/$2/', dependencyTypes: ['local'] }
  ),
  rule('no-cycle', 'A cycle, type-only ones included, shows that something lives in the wrong file.', {}, { circular: true }),
  // A reference to the types of Node is no import.
  rule('no-unresolved', 'An import that nothing declares.', {}, { couldNotResolve: true, pathNot: '^node$' }),
  rule(
    'sockets-have-owners', 'Only the HTTP exchange, the HTTP front of servers, the governed egress and the wait for a redirect open sockets.',
    { path: '^packages/', pathNot: `${startOf([...SOCKET_OWNERS, 'packages/testkit/'])}|${TEST_FILE}` },
    // A type opens nothing.
    { path: SOCKETS, dependencyTypesNot: ['type-only'] }
  ),
  rule(
    'integration-owns-no-socket', 'Services go out through the egress alone: the codec over an exchange, and no transport that opens one.',
    { path: '^packages/integration-mcp/', pathNot: TEST_FILE },
    { path: '^packages/mcp-foundation/src/(http|sse|stdio)\\.ts$|^packages/mcp-oauth/' }
  ),
  rule(
    'processes-have-owners', 'Only the stdio transport, and the governance command for git, start processes.',
    { path: '^packages/', pathNot: `${startOf([...PROCESS_OWNERS, 'packages/testkit/'])}|${TEST_FILE}` },
    { path: PROCESSES }
  ),
  rule(
    'eras-behind-one-door', 'Code of one protocol era is reached through the codec that eras/ chooses.',
    { pathNot: '^packages/mcp-foundation/src/eras/' }, { path: '^packages/mcp-foundation/src/eras/(modern|legacy)/' }
  ),
  rule('no-drawer', 'A file is named after the noun it owns.', { path: OURS }, { path: DRAWER, pathNot: '(^|/)node_modules/' })
]
