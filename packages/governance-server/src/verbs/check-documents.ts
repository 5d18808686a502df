import { checkProject, DOCUMENT_PATHS } from '@b10x/governance-rules'
import type { ChangeSet, Finding, ProjectFiles } from '@b10x/governance-rules'
import { GovernedError } from '@b10x/ports/errors'
import type { CommandIo } from '../cli/command-io.ts'
import type { Compared, Invocation } from '../cli/invocation.ts'
import { openFolder } from '../files/open-folder.ts'
import { statusOf, writeReport } from './write-report.ts'

/** Documents of a project, and what changed in it. */
export interface Checked {
  readonly files: ProjectFiles
  readonly change?: ChangeSet
}

/** FLOW: `check`: the files and the change that are asked about, the committed wire, all rules, the report. Exit status 0, 1 or 5. */
export async function checkDocuments(asked: Invocation & { readonly verb: 'check' }, io: CommandIo): Promise<number> {
  const checked = await openChecked(asked.root, asked.compared)
  demandDocuments(checked.files)
  const report = checkProject({ ...checked, others: await findInWire(checked), today: io.today })
  writeReport(report, asked.format, asked.output, io)
  return statusOf(report, asked.strict)
}

/** Git is loaded where a change is asked about. */
async function openChecked(root: string, compared: Compared): Promise<Checked> {
  if (compared.with === 'nothing') return { files: openFolder(root) }
  const { openGit } = await import('../process/run-git.ts')
  const { readRange, readStaged, readWorkingTree } = await import('../history/read-change.ts')
  const git = openGit(root)
  const change = compared.with === 'base' ? readRange(git, compared.revision) : compared.with === 'staged' ? readStaged(git) : readWorkingTree(git)
  return { files: change.head, change }
}

/** @throws GovernedError `document_unreadable` (`absent`) where there is nothing that rules could be asked about */
function demandDocuments(files: ProjectFiles): void {
  if (files.read(DOCUMENT_PATHS.manifest) !== null || files.list('docs/mcp/').length > 0) return
  throw new GovernedError('document_unreadable', { file: DOCUMENT_PATHS.manifest, reason: 'absent' })
}

/** The foundation is loaded where a project commits what its server lists. */
async function findInWire({ files, change }: Checked): Promise<readonly Finding[]> {
  if (files.list('docs/mcp/wire.snapshot.json').length === 0) return []
  return (await import('../probe/check-committed-wire.ts')).checkCommittedWire(files, change)
}
