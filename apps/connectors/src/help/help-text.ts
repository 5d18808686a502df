import { VERBS } from '../arguments/option-table.ts'
import type { VerbName } from '../arguments/invocation.ts'

interface VerbHelp {
  readonly usage: string
  readonly summary: string
  readonly notes: readonly string[]
}

const DESTINATION = [
  'The destination, as you review it (the public certificates, public addresses',
  'and https where nothing is said):',
  '--bearer-env NAME   the variable that holds the bearer; never the bearer',
  '--ca FILE           certificates in PEM that are trusted instead',
  '--private-range CIDR  a range of private addresses it may lead to; repeatable',
  '--allow-loopback    loopback, and plain http to it: for development'
]

const VERB_HELP: { readonly [V in VerbName]: VerbHelp } = {
  'services draft': {
    usage: 'services draft [-o FILE] URL',
    summary: 'Write drafts of a profile and a deployment for a server.',
    notes: [
      'Every tool has to be mapped by hand: check refuses the draft and names them.',
      'Nothing is asked, and nothing is written over.',
      '-o, --output FILE   the new profile (service.json)',
      '--deployment FILE   the new deployment (beside it, FILE.deployment.json)',
      '--name NAME         reference of the service (from the name of the profile)',
      '--protocol REVISION speak exactly this revision',
      ...DESTINATION,
      '--json: { profile, deployment, snapshotDigest, unmapped }'
    ]
  },
  'services check': {
    usage: 'services check PROFILE [DEPLOYMENT]',
    summary: 'Check that both are complete and fit. Nothing is connected.',
    notes: ['--json: { service, connection, protocolVersion, snapshotDigest, operations,', '         deployment }']
  },
  'services verify': {
    usage: 'services verify PROFILE [DEPLOYMENT]',
    summary: 'Check, and that the server still lists what was reviewed.',
    notes: [
      'Exit 1 and the differences where it does not. The address is that of the',
      'profile. Nothing is called.',
      ...DESTINATION,
      '--json: what check prints, and endpoint'
    ]
  }
}

const OPTIONS = `Options
  --json                        one JSON document on stdout and nothing else
  --no-color                    also: NO_COLOR`

const EXITS = `Exit status
  0 fine    1 drift    2 usage or configuration    3 network or deadline
  4 refused`

/** The help of one verb, or of all. Fits 80 columns. */
export function helpText(topic: VerbName | null): string {
  if (topic !== null) {
    const { usage, summary, notes } = VERB_HELP[topic]
    return [`b10x-connectors ${usage}`, '', summary, ...notes, '', OPTIONS, '', EXITS, ''].join('\n')
  }
  const verbs = VERBS.map((verb) => `  ${verb.padEnd(17)}${VERB_HELP[verb].summary}`)
  const head = ['b10x-connectors VERB ... turns reviewed MCP servers into services.', '', 'Verbs']
  return [...head, ...verbs, '', 'help VERB, or VERB --help, says more; --version names the build.', '', OPTIONS, '', EXITS, ''].join('\n')
}
