import { ERROR_CODES, isGovernedError } from '@b10x/ports/errors'
import { GOVERNANCE_RELEASE } from '../release.ts'
import type { CommandIo } from './command-io.ts'
import { helpText } from './help-text.ts'
import type { Invocation } from './invocation.ts'
import { parseCommandLine } from './parse-command-line.ts'

/**
 * FLOW: one command: the line read in whole, its verb loaded, its exit status. A refusal is one line on standard error, with
 * its code and without a word of a server.
 */
export async function runGovernance(args: readonly string[], io: CommandIo): Promise<number> {
  try {
    return await runVerb(parseCommandLine(args, io.cwd, io.env), io)
  } catch (error) {
    if (io.signal.aborted) return 130
    if (!isGovernedError(error)) throw error
    io.err(`${error.code}: ${error.message} ${JSON.stringify(error.details)}\n`)
    return ERROR_CODES[error.code].exit
  }
}

async function runVerb(asked: Invocation, io: CommandIo): Promise<number> {
  switch (asked.verb) {
    case 'help':
      io.out(helpText(asked.topic))
      return 0
    case 'version': {
      const { name, version, revision, dirty } = GOVERNANCE_RELEASE
      io.out(`${name} ${version} (${revision ?? 'no revision'}${dirty ? ', changed' : ''})\n`)
      return 0
    }
    case 'check':
      return (await import('../verbs/check-documents.ts')).checkDocuments(asked, io)
    case 'explain':
      return (await import('../verbs/explain-rule.ts')).explain(asked, io)
    case 'tier':
      return (await import('../verbs/show-tier.ts')).showTier(asked, io)
    case 'init':
      return (await import('../verbs/init-documents.ts')).initDocuments(asked, io)
    case 'skill-install':
      return (await import('../verbs/install-skill.ts')).installSkill(asked, io)
    case 'probe':
      return (await import('../verbs/probe-live.ts')).probeLive(asked, io)
    case 'serve':
      return (await import('../verbs/serve-contract.ts')).serveContract(asked, io)
  }
}
