import { DOCUMENT_PATHS } from './governance-contract.ts'
import type { GovernanceContract } from './governance-contract.ts'
import type { ProjectFiles } from './project-files.ts'
import { readCapabilitySchema } from './read-capability-schema.ts'
import { readInjectionPlan } from './read-injection-plan.ts'
import { readManifest } from './read-manifest.ts'
import { readRegistry } from './read-registry.ts'
import { readRiskRegister } from './read-risk-register.ts'
import { readServerSpec } from './read-server-spec.ts'
import { readTransportAndAuth } from './read-transport-and-auth.ts'

/** Reads everything that is promised about the MCP servers of a project. Never throws. */
export function readContract(files: ProjectFiles): GovernanceContract {
  const manifest = read(files, DOCUMENT_PATHS.manifest, readManifest)
  const producer = manifest?.modules.architectures.find(({ value }) => value === 'mcp-server')
  return {
    manifest,
    modes: producer === undefined ? [] : [{ mode: 'producer', at: producer.at }],
    serverSpec: read(files, DOCUMENT_PATHS.serverSpec, readServerSpec),
    registry: read(files, DOCUMENT_PATHS.registry, readRegistry),
    risks: read(files, DOCUMENT_PATHS.risks, readRiskRegister),
    capabilities: read(files, DOCUMENT_PATHS.capabilities, readCapabilitySchema),
    injectionPlan: read(files, DOCUMENT_PATHS.injectionPlan, readInjectionPlan),
    transport: read(files, DOCUMENT_PATHS.transport, readTransportAndAuth),
    decisions: [],
    modules: []
  }
}

function read<T>(files: ProjectFiles, path: string, reader: (text: string, file: string) => T): T | null {
  const text = files.read(path)
  return text === null ? null : reader(text, path)
}
