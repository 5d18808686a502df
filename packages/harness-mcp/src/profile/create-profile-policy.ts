import type { PolicyPort } from '@b10x/ports'
import { toolPolicy } from '../policy/tool-policy.ts'
import { rulesOf } from './profile-policy.ts'
import type { RunProfileDocument } from './run-profile.ts'

/** The rules as a policy. Without a version of its own it is named after its rules. */
export function createProfilePolicy(document: Pick<RunProfileDocument, 'policy' | 'tools'>): PolicyPort {
  const { version, allow, approve, deny } = rulesOf(document)
  return toolPolicy({ allow, approve, deny, ...(version === null ? {} : { version }) })
}
