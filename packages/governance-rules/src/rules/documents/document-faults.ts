import type { GovernanceContract } from '../../contract/governance-contract.ts'
import type { DocumentFault } from '../../contract/source-position.ts'
import type { Rule } from '../rule.ts'

const FACTS = { severity: 'error', stop: false, looksAt: 'documents', owasp: ['MCP09'] } as const

const KINDS: Readonly<Record<Exclude<DocumentFault['kind'], 'placeholder'>, string>> = {
  syntax: 'cannot be read',
  unknown_member: 'is no member that is known here',
  missing_member: 'is missing',
  invalid_value: 'has no value that it may have',
  duplicate: 'is there twice',
  shape: 'does not have the shape that is expected'
}

export const MANIFEST_FAULT: Rule = {
  ...FACTS,
  id: 'GOV-DOC-001',
  title: 'The manifest can be read as meant',
  why: 'The manifest decides which rules bind the project. What is misspelt there switches rules off unseen.',
  fix: 'Correct the member in harness.manifest.yaml, schema version 1.',
  *check({ contract }) {
    for (const fault of contract.manifest?.faults ?? []) {
      if (fault.kind !== 'placeholder') yield { message: `In the manifest, ${fault.subject} ${KINDS[fault.kind]}.`, at: fault.at }
    }
  }
}

export const PLACEHOLDER_LEFT: Rule = {
  ...FACTS,
  id: 'GOV-DOC-003',
  title: 'No blank of a template is left in',
  why: 'A blank such as `[[NAME]]` shows that a field was never filled, however complete the document looks.',
  fix: 'Fill the blank, or remove the row if the template does not demand it.',
  *check({ contract }) {
    for (const fault of allFaults(contract)) {
      if (fault.kind === 'placeholder') yield { message: `A blank of a template was left in ${fault.subject}.`, at: fault.at }
    }
  }
}

export const DOCUMENT_FAULT: Rule = {
  ...FACTS,
  id: 'GOV-DOC-004',
  title: 'The governance documents can be read as meant',
  why: 'What cannot be read cannot be compared with the other documents or with the running server.',
  fix: 'Bring the row or section into the shape of the template.',
  *check({ contract }) {
    for (const fault of documentFaults(contract)) {
      // A tier that is no number is what GOV-TIER-001 is about.
      if (fault.kind === 'placeholder' || (fault.subject === 'Consumer trust tier' && fault.kind === 'invalid_value')) continue
      yield { message: `${fault.subject} ${KINDS[fault.kind]}.`, at: fault.at }
    }
  }
}

export const MODULE_FAULT: Rule = {
  ...FACTS,
  id: 'GOV-DOC-005',
  title: 'The definition of a module can be read as meant',
  why: 'Companion rules and forbidden patterns come from it. A pattern that cannot be used guards nothing.',
  fix: 'Correct the member or the pattern in the module.yaml that is named.',
  *check({ contract }) {
    for (const fault of contract.modules.flatMap(({ faults }) => faults)) {
      if (fault.kind !== 'placeholder')
        yield { message: `In the definition of a module, ${fault.subject} ${KINDS[fault.kind]}.`, at: fault.at }
    }
  }
}

export const VALIDATION_DISABLED: Rule = {
  ...FACTS,
  severity: 'note',
  owasp: ['MCP08'],
  id: 'GOV-DOC-008',
  title: 'Nothing is switched off without a reason',
  why: 'An override that disables a validation names no reason, no owner and no end. It is shown, and not followed here.',
  fix: 'Suppress single findings in .b10x-governance.yaml, each with a reason, an owner and an end.',
  *check({ contract }) {
    for (const { value, at } of contract.manifest?.disabledValidations ?? []) {
      yield { message: `The manifest disables the validation ${value}, which is not followed here.`, at }
    }
  }
}

function documentFaults(contract: GovernanceContract): readonly DocumentFault[] {
  const { serverSpec, registry, risks, capabilities, injectionPlan, transport } = contract
  return [serverSpec, registry, risks, capabilities, injectionPlan, transport].flatMap(document => document?.faults ?? [])
}

function allFaults(contract: GovernanceContract): readonly DocumentFault[] {
  return [...(contract.manifest?.faults ?? []), ...documentFaults(contract), ...contract.modules.flatMap(({ faults }) => faults)]
}
