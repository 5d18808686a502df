const OVERVIEW = `b10x-governance: what a project promises about its MCP servers, checked.

  check             rules over the documents, and over a change
  probe TARGET      the live server beside its documents
  serve             the contract and the rules, read-only over MCP
  init              first forms of the documents
  explain RULE      what a rule asks, and what to do
  tier TOOL         the reviewed tier of a tool
  skill install     the skill for agents that work here

b10x-governance VERB --help tells the options of a verb.
Exit status: 0 fine, 1 findings, 2 usage or no documents, 3 not reachable,
4 refused, 5 a stop condition: a person decides.
`

const TOPICS: Readonly<Record<string, string>> = {
  check: `b10x-governance check [--base REV | --staged | --worktree] [options]

  --base REV       what happened since REV, as a pull request shows it
  --staged         what is staged
  --worktree       what the working tree has and HEAD has not
  --format FORM    text (default), json, sarif or junit
  --output FILE    the report into a file
  --strict         warnings fail, too
  --root DIR       the project (default: the current folder)
`,
  probe: `b10x-governance probe URL | -- COMMAND ARGS | --config FILE --server NAME

  --bearer-env NAME  the variable that holds the token
  --active           asks a server elsewhere, too, what it has to refuse
  --trigger WORD     a command that changes the list; once for each word
  --observe-ms N     how long to wait for a notification (default 500)
  --format, --output, --strict, --root as for check
`,
  serve: `b10x-governance serve [--stdio | --http] [options]

  --port N           default: the system chooses
  --token-env NAME   the variable with the token that clients need
  --root DIR         the project (default: the current folder)
`,
  init: `b10x-governance init [URL | -- COMMAND ARGS | --config FILE --server NAME]

Writes harness.manifest.yaml and docs/mcp/, blanks in double brackets.
With a server, what the wire tells is filled in.

  --force            writes over documents that are there
  --bearer-env NAME  the variable that holds the token
  --root DIR         the project (default: the current folder)
`,
  explain: 'b10x-governance explain RULE [--json]\n',
  tier: 'b10x-governance tier TOOL [--json] [--root DIR]\n',
  skill: `b10x-governance skill install [--to DIR]... [--force]

Into .agents/skills and .claude/skills, or into each DIR.
`
}

/** At most 80 columns. An unknown topic is the overview. */
export function helpText(topic: string | null): string {
  return topic !== null && Object.hasOwn(TOPICS, topic) ? (TOPICS[topic] ?? OVERVIEW) : OVERVIEW
}
