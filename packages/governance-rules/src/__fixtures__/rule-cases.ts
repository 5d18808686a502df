import { CHANGE_CASES } from './change-cases.ts'
import { DOCUMENT_CASES } from './document-cases.ts'
import { POSTURE_CASES } from './posture-cases.ts'
import type { RuleCase } from './rule-case.ts'

/** For every rule the edit of the honest project that breaks it. */
export const RULE_CASES: readonly RuleCase[] = [...DOCUMENT_CASES, ...POSTURE_CASES, ...CHANGE_CASES]
