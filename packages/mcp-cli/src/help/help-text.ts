import type { VerbName } from '../arguments/invocation.ts'
import { OPTIONS as OPTION_TABLE } from '../arguments/option-table.ts'
import type { OptionName } from '../arguments/option-table.ts'
import { isOptionOf } from '../arguments/read-options.ts'

interface VerbHelp {
  readonly usage: readonly string[]
  readonly summary: string
  readonly notes: readonly string[]
}

const VERB_HELP: { readonly [V in VerbName]: VerbHelp } = {
  list: {
    usage: ['list TARGET'],
    summary: 'List the tools with their digests.',
    notes: ['--json: { era, protocolVersion, tools: [{ name, digest, status }], digest }']
  },
  inspect: {
    usage: ['inspect TARGET TOOL', 'inspect TOOL -- COMMAND...'],
    summary: 'Show everything one tool says, hidden text made visible.',
    notes: ['--json: { name, digest, status, findings, descriptor }']
  },
  call: {
    usage: ["call TARGET TOOL '{...}'", "call TOOL '{...}' -- COMMAND..."],
    summary: 'Call one tool, once.',
    notes: [
      'The call is on the wire at most once. Sent and unanswered is outcome_unknown',
      '(exit 3). Exit 1 when the tool says isError or did not finish.',
      "--json: { kind, isError, result }; result is the server's own bytes."
    ]
  },
  snapshot: {
    usage: ['snapshot [-o FILE] TARGET'],
    summary: 'Write all tools to a file that can be reviewed.',
    notes: [
      '-o, --output FILE   write there; without it, or with -, to stdout',
      '--strict            exit 1 when a tool is invalid or there are findings',
      '--json: the snapshot file itself'
    ]
  },
  verify: {
    usage: ['verify FILE TARGET'],
    summary: 'Check that the live tools are the reviewed ones.',
    notes: [
      'Speaks the revision of the file. Exit 1 and the differences on drift.',
      '--json: { equal, differences, evidence }, with error on drift'
    ]
  },
  diff: {
    usage: ['diff FILE FILE', 'diff FILE TARGET'],
    summary: 'Show what changed between two snapshots.',
    notes: ['Exit 1 when they differ.', '--json: { equal, differences, evidence }']
  },
  accept: {
    usage: ['accept FILE TARGET'],
    summary: 'Review again: show what changed, then write the file.',
    notes: [
      '-y, --yes           do not ask; needed where there is no terminal',
      '--protocol REVISION accept another revision than the one in the file',
      '--json: { accepted, written, digest, equal, differences, evidence }'
    ]
  },
  doctor: {
    usage: ['doctor TARGET'],
    summary: 'Connect and report what is unusual.',
    notes: [
      'Exit 1 when a tool is invalid or there are findings, such as an npx package',
      'without an exact version or a bound that is nearly reached. Notes exit 0.'
    ]
  },
  auth: {
    usage: ['auth login TARGET', 'auth status TARGET', 'auth logout TARGET'],
    summary: 'Log in to a server with OAuth, for the other verbs.',
    notes: [
      'login prints an address to open and waits for the browser on 127.0.0.1, at',
      'most 5 minutes or --deadline. Where usable tokens are kept, it asks nobody.',
      'Tokens are kept below $XDG_STATE_HOME/b10x/oauth (~/.local/state), for you',
      'only, and renewed as they are used. logout revokes and forgets them. login and',
      'status exit 1 when nobody is logged in.',
      '--client-id ID             a client that was registered beforehand; without',
      '                           it, and without the next, login registers one',
      '--client-metadata-url URL  the document that describes the client (CIMD)',
      '--client-secret-env NAME   the secret of the client is in the variable NAME',
      '--issuer URL               the authorization server that is expected',
      '--scope SCOPE              ask for this scope; repeatable',
      '--json: { action, changed, state, issuer, clientId, resource, scopes,',
      '          expiresAt, refreshable }'
    ]
  },
  import: {
    usage: ['import [--from FILE]', 'import -o FILE --server NAME', 'import -o FILE --all'],
    summary: "List the servers in other programs' files, or copy them.",
    notes: [
      'Reads the files of Claude Code, Claude Desktop, Cursor, Gemini CLI, VS Code and',
      'Windsurf, for this folder and for you. Starts nothing and writes only the new',
      'FILE. Values of env and headers, and what looks like a credential elsewhere,',
      'become ${NAME} references that are listed.',
      '--from FILE         read this file instead of the usual ones; repeatable',
      '-o, --output FILE   write an .mcp.json-shaped file; it must not exist',
      '--server NAME       copy this server; repeatable',
      '--all               copy every server that can be used and is not disabled;',
      '                    exit 1 when one was left out for what is wrong with it',
      '--json: { files, servers, written }'
    ]
  },
  demo: {
    usage: ['demo'],
    summary: 'Play review, verify, rug pull and refusal, without a network.',
    notes: [
      'Starts a small server of its own and checks itself: exit 1 when a step fails.',
      '--json: { passed, steps: [{ step, command, status, expected, passed }] }'
    ]
  }
}

const TARGETS = `TARGET is one of
  https://...                   an address (http only to this machine)
  -- COMMAND ARGS...            a program to start; after everything else
  --config FILE [--server NAME] an entry of an .mcp.json, or of a file that
                                import reads`

const OPTIONS: readonly (readonly [option: OptionName | null, line: string])[] = [
  [null, 'Options'],
  ['json', '  --json                        one JSON document on stdout and nothing else'],
  ['protocol', '  --protocol REVISION           speak exactly this revision, such as 2026-07-28'],
  ['deadline', '  --deadline MS                 for the whole command'],
  ['bound', '  --bound NAME=VALUE            set a bound, such as maxTools=10; repeatable'],
  ['no-color', '  --no-color                    also: NO_COLOR'],
  [null, 'Credentials come from the environment by name, never from the command line'],
  ['bearer-env', '  --bearer-env NAME             send the variable NAME as bearer token'],
  ['header-env', '  --header-env HEADER=NAME      send the variable NAME as a header; repeatable'],
  ['env', '  --env NAME                    pass the variable NAME to a program; repeatable'],
  ['no-auth', '  --no-auth                     do not use what auth login keeps'],
  ['allow-insecure-host', '  --allow-insecure-host HOST    plain http to this host too; repeatable']
]

const LOCAL_OPTIONS = `Options
  --json                        one JSON document on stdout and nothing else
  --no-color                    also: NO_COLOR`

const EXITS = `Exit status
  0 fine    1 drift, a finding, or a call that did not succeed
  2 usage, configuration, or no reviewed file
  3 network, process, deadline, or unknown outcome    4 refused`

/** The help of one verb, or of all. Fits 80 columns. */
export function helpText(topic: VerbName | null): string {
  if (topic !== null) {
    const { usage, summary, notes } = VERB_HELP[topic]
    const reach = isOptionOf(OPTION_TABLE.config, topic) ? [TARGETS, '', optionsOf(topic)] : [LOCAL_OPTIONS]
    return [...usage.map((line) => `b10x-mcp ${line}`), '', summary, ...notes, '', ...reach, '', EXITS, ''].join('\n')
  }
  const verbs = Object.entries(VERB_HELP).map(([verb, { summary }]) => `  ${verb.padEnd(10)}${summary}`)
  const head = ['b10x-mcp VERB ... reviews, freezes, verifies and calls the tools of MCP servers.', '', 'Verbs']
  return [...head, ...verbs, '', 'help VERB, or VERB --help, says more; --version names the build.', '', TARGETS, '', optionsOf(null), '', EXITS, ''].join('\n')
}

/** A verb is not offered what it refuses. */
function optionsOf(topic: VerbName | null): string {
  return OPTIONS.filter(([name]) => name === null || topic === null || isOptionOf(OPTION_TABLE[name], topic)).map(([, line]) => line).join('\n')
}
