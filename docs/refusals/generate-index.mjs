// Writes what the pages of docs/refusals repeat from the sources: the facts under each title, and the index README.md.
// From the root of a clone: npx -y pnpm@12.21.0 exec node -C @b10x/source docs/refusals/generate-index.mjs
// A test in packages/ports compares pages and table, so a page that is out of date does not stay unseen.
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { ERROR_CODES } from '../../packages/ports/src/errors/error-code.ts'

const HERE = new URL('./', import.meta.url)
const ROOT = new URL('../../', import.meta.url)

const FAMILIES = {
  configuration: 'What you gave cannot be used; nothing was started.',
  negotiation: 'The two sides agree on no protocol revision or capability.',
  snapshot: 'The reviewed file or the live tools are not what was reviewed.',
  admission: 'The frozen set does not allow this call.',
  validation: 'A value that you handed in is not acceptable.',
  bounds: 'Too large, too many or too late.',
  transport: 'No connection, no process, or no answer.',
  credential: 'The other side wants another credential.',
  authentication: 'Who called a server of ours may not.',
  egress: 'A request may not leave, or what came back is refused.',
  remote: 'The server answered, and not in a way that can be used.'
}

const EXITS = {
  1: 'drift or a finding',
  2: 'usage or configuration',
  3: 'network, process, deadline or unknown outcome',
  4: 'refused'
}

for (const [code, entry] of Object.entries(ERROR_CODES)) {
  const page = new URL(`${code}.md`, HERE)
  const text = readFileSync(page, 'utf8')
  writeFileSync(page, `# ${code}\n\n${facts(code, entry)}\n${text.slice(text.indexOf('## '))}`)
}
writeFileSync(new URL('README.md', HERE), index())

/** @param {string} code @param {{ family: string, exit: number, message: string }} entry */
function facts(code, { family, exit, message }) {
  const throwers = thrownBy(code)
  const by = throwers.length === 0 ? 'no package yet' : throwers.map((name) => `\`${name}\``).join(', ')
  return [
    `> ${message}`,
    '',
    '| fact | value |',
    '|---|---|',
    `| family | \`${family}\` |`,
    `| exit status | ${exit} (${EXITS[exit]}) |`,
    `| thrown by | ${by} |`,
    ''
  ].join('\n')
}

/**
 * Folder names of the packages whose sources make an error with this code.
 *
 * @param {string} code
 */
function thrownBy(code) {
  const made = new RegExp(`new GovernedError(?:<[^>]*>)?\\(\\s*'${code}'`)
  const files = globSync('packages/*/src/**/*.ts', { cwd: ROOT })
    .filter((file) => !/\.(test|interop|services)\.ts$|__fixtures__/.test(file))
    .filter((file) => made.test(readFileSync(new URL(file, ROOT), 'utf8')))
  /** @type {string[]} */
  const names = files.map((file) => file.split('/')[1] ?? '')
  return [...new Set(names)].sort()
}

function index() {
  const sections = Object.entries(FAMILIES).map(([family, says]) => {
    const rows = Object.entries(ERROR_CODES)
      .filter(([, entry]) => entry.family === family)
      .map(([code, { exit, message }]) => `| [${code}](${code}.md) | ${exit} | ${message} |`)
    return `## ${family}\n\n${says}\n\n| code | exit | message |\n|---|---|---|\n${rows.join('\n')}\n`
  })
  const exits = Object.entries(EXITS).map(([exit, says]) => `| ${exit} | ${says} |`)
  return `# Refusals

Every failure of these packages is a \`GovernedError\` with one of the codes below. Match on \`code\`: it never changes its
meaning and is never removed. \`message\` is a fixed text of ours, \`details\` holds values that we produced or that you
handed in, and \`cause\` is for the operator's log: it may hold text of a server, and neither \`JSON.stringify\` nor
\`util.inspect\` shows it.

A command that ends with a code has this exit status (0 is success):

| exit | means |
|---|---|
${exits.join('\n')}

This page is written by \`generate-index.mjs\` from the
[table of codes](../../packages/ports/src/errors/error-code.ts). How to add a code: [CONTRIBUTING](../../CONTRIBUTING.md).

${sections.join('\n')}`
}
