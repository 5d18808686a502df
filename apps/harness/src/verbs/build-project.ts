import path from 'node:path'
import type { CliIo } from '@b10x/mcp-cli/command-line'
import { escapeText } from '@b10x/mcp-cli/terminal'
import type { Output } from '@b10x/mcp-cli/terminal'
import type { BuildInvocation } from '../arguments/invocation.ts'
import { collectArtifact, ENTRY } from '../build/collect-artifact.ts'
import { readProject } from '../build/read-project.ts'
import { writeArtifact } from '../build/write-artifact.ts'

/** `build`: a folder that plain Node runs, with nothing installed around it. */
export async function buildProject({ project: folder, output: target }: BuildInvocation, io: CliIo, output: Output): Promise<number> {
  const project = await readProject(path.resolve(io.cwd, folder))
  const collected = await collectArtifact(project)
  const { digest } = await writeArtifact(collected, project.manifest, path.resolve(io.cwd, target))
  const packages = collected.packages.length
  if (output.json) output.document({ output: target, entry: ENTRY, packages, files: collected.files.length, digest })
  else output.lines([`written to ${escapeText(target)}: ${packages} packages, ${collected.files.length} files`, `lock ${digest}`])
  output.note(`Run it: FABRIC_HARNESS_MCP_ENABLED=1 PORT=3000 node ${escapeText(path.join(target, ENTRY))}`)
  return 0
}
