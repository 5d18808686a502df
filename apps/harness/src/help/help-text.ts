import { VERBS } from '../arguments/option-table.ts'
import type { VerbName } from '../arguments/invocation.ts'

interface VerbHelp {
  readonly usage: readonly string[]
  readonly summary: string
  readonly notes: readonly string[]
}

const VERB_HELP: { readonly [V in VerbName]: VerbHelp } = {
  'profile init': {
    usage: ['profile init [-o FILE] URL', 'profile init [-o FILE] -- COMMAND...'],
    summary: 'Freeze what a server lists and write a profile for it.',
    notes: [
      'At a terminal every tool is asked about. Elsewhere, and with --json, the',
      'profile is a draft: every null in it has to be filled in by a person.',
      '-o, --output FILE   the new profile (profile.json)',
      '--snapshot FILE     the new snapshot (beside it, FILE.snapshot.json)',
      '--name NAME         local name of the server',
      '--transport KIND    streamable-http, or sse',
      '--protocol REVISION speak exactly this revision',
      '--allow-insecure    plain http to a host that is not this machine',
      'Credentials are named, never given; the names go into the profile:',
      '--bearer-env NAME, --header-env HEADER=NAME, --env NAME (for a command)',
      '--json: { profile, snapshot, digest, tools, leftOut, complete }'
    ]
  },
  'profile check': {
    usage: ['profile check [--live] FILE'],
    summary: 'Check that a profile is complete and fits its snapshot.',
    notes: [
      '--live              also check that the server still offers what was reviewed;',
      '                    exit 1 and the differences where it does not'
    ]
  },
  tools: {
    usage: ['tools FILE'],
    summary: 'Show what a model would see. Nothing is connected.',
    notes: ['--json: { tools: [{ name, title, description, inputSchema, ... }] }']
  },
  call: {
    usage: ["call FILE TOOL '{...}'"],
    summary: 'Call one reviewed tool under the policy of its profile.',
    notes: [
      'A call that needs an approval is asked about at a terminal, and refused',
      'elsewhere. Exit 1 when the tool says isError.',
      '--json: { isError, content, structuredContent, provenance }'
    ]
  },
  run: {
    usage: ['run FILE... --script SCRIPT'],
    summary: 'Play a scripted model over the reviewed tools.',
    notes: [
      '--script FILE       a JSON list of steps: { "call": { "tool", "arguments" } },',
      '                    { "say" }, each with an optional "expect"',
      '--prompt TEXT       what the model is asked',
      '--json: { text, turns, calls, stepsLeft }'
    ]
  },
  'evidence show': {
    usage: ['evidence show FILE'],
    summary: 'Show the rows of an evidence file.',
    notes: ['--json: { rows }']
  },
  build: {
    usage: ['build FOLDER -o ARTIFACT'],
    summary: 'Write a harness project as a folder that plain Node runs.',
    notes: [
      '-o, --output FOLDER the new folder; it must not exist',
      'FOLDER has a package.json and a module (its main, or harness.ts, .mts,',
      '.mjs, .js) whose default export is made by defineHarness. Copied are the',
      'modules it imports, what "files" of its package.json names, and all',
      'packages it depends on; linked ones as they are built. Nothing is',
      'installed and nothing is run. The artifact starts with',
      '  HOST=127.0.0.1 PORT=3000 node ARTIFACT/server.mjs',
      'and serves /mcp where FABRIC_HARNESS_MCP_ENABLED is 1.',
      '--json: { output, entry, packages, files, digest }'
    ]
  }
}

const CALLING = `  --evidence FILE               append a row for everything that happens
  --actor NAME                  on whose behalf, such as user:alice
  --tenant NAME                 of which tenant`

const OPTIONS = `Options
  --json                        one JSON document on stdout and nothing else
  --no-color                    also: NO_COLOR`

const EXITS = `Exit status
  0 fine    1 drift, isError, or a script that was not played to its end
  2 usage or configuration
  3 network, process, deadline, or unknown outcome    4 refused`

/** The help of one verb, or of all. Fits 80 columns. */
export function helpText(topic: VerbName | null): string {
  if (topic !== null) {
    const { usage, summary, notes } = VERB_HELP[topic]
    const options = topic === 'call' || topic === 'run' ? `${OPTIONS}\n${CALLING}` : OPTIONS
    return [...usage.map((line) => `b10x-harness ${line}`), '', summary, ...notes, '', options, '', EXITS, ''].join('\n')
  }
  const verbs = VERBS.map((verb) => `  ${verb.padEnd(15)}${VERB_HELP[verb].summary}`)
  const head = ['b10x-harness VERB ... drafts, checks and runs reviewed tool profiles.', '', 'Verbs']
  return [...head, ...verbs, '', 'help VERB, or VERB --help, says more; --version names the build.', '', OPTIONS, CALLING, '', EXITS, ''].join('\n')
}
