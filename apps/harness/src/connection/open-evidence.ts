import path from 'node:path'
import { createEvidenceFile } from '@b10x/harness-mcp'
import type { CliIo } from '@b10x/mcp-cli/command-line'
import type { AuditSink } from '@b10x/ports'

/** Where the rows of a command go; nowhere without `--evidence FILE`. */
export interface OpenEvidence {
  readonly governance: { readonly audit?: AuditSink; readonly actor?: string; readonly tenantId?: string }
  close(): void
}

export function openEvidence(
  { evidence, actor, tenant }: { readonly evidence: string | null; readonly actor: string | null; readonly tenant: string | null },
  io: CliIo
): OpenEvidence {
  const who = { ...(actor === null ? {} : { actor }), ...(tenant === null ? {} : { tenantId: tenant }) }
  if (evidence === null) return { governance: who, close: () => undefined }
  const file = createEvidenceFile(path.resolve(io.cwd, evidence))
  return { governance: { ...who, audit: file }, close: () => file.close() }
}
