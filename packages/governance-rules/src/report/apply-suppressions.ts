import type { Finding, Suppression } from '../finding.ts'

/** Splits findings into those that stand and those that a suppression covers on a day. Stop conditions always stand. */
export function applySuppressions(
  findings: readonly Finding[],
  suppressions: readonly Suppression[],
  today: string
): { readonly standing: readonly Finding[]; readonly suppressed: readonly Finding[] } {
  const live = suppressions.filter(({ expires }) => expires >= today)
  const standing: Finding[] = []
  const suppressed: Finding[] = []
  for (const finding of findings) {
    // What keeps suppressions honest cannot be suppressed by one.
    const suppression = finding.stop || finding.ruleId.startsWith('GOV-SUPPRESS-') ? undefined : live.find(each => covers(each, finding))
    if (suppression === undefined) standing.push(finding)
    else suppressed.push({ ...finding, suppressed: suppression })
  }
  return { standing, suppressed }
}

/** A subject is a whole word of the message: the name of a tool, the id of a risk. */
function covers({ rule, file, subject }: Suppression, finding: Finding): boolean {
  if (rule !== finding.ruleId || (file !== undefined && file !== finding.at.file)) return false
  if (subject === undefined) return true
  return finding.message.split(/[\s,;:()"]+/).some(word => word === subject || word.replace(/\.$/, '') === subject)
}
