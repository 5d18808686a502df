import { DOCUMENT_PATHS } from './governance-contract.ts'
import type { GovernanceContract } from './governance-contract.ts'
import type { ProjectFiles } from './project-files.ts'
import { readCapabilitySchema } from './read-capability-schema.ts'
import { readDecisions } from './read-decisions.ts'
import { readInjectionPlan } from './read-injection-plan.ts'
import { readManifest } from './read-manifest.ts'
import { readModules } from './read-modules.ts'
import { readRegistry } from './read-registry.ts'
import { readRiskRegister } from './read-risk-register.ts'
import { readServerSpec } from './read-server-spec.ts'
import { readTransportAndAuth } from './read-transport-and-auth.ts'
import { recognizeModes } from './recognize-modes.ts'

/**
 * FLOW: everything that is promised about the MCP servers of a project: manifest, modes, the six documents, decisions,
 * modules. Never throws; what cannot be read as meant is a fault of its document, with its place.
 */
export function readContract(files: ProjectFiles): GovernanceContract {
  const manifest = read(files, DOCUMENT_PATHS.manifest, readManifest)
  return {
    manifest,
    modes: recognizeModes(files, manifest),
    serverSpec: read(files, DOCUMENT_PATHS.serverSpec, readServerSpec),
    registry: read(files, DOCUMENT_PATHS.registry, readRegistry),
    risks: read(files, DOCUMENT_PATHS.risks, readRiskRegister),
    capabilities: read(files, DOCUMENT_PATHS.capabilities, readCapabilitySchema),
    injectionPlan: read(files, DOCUMENT_PATHS.injectionPlan, readInjectionPlan),
    transport: read(files, DOCUMENT_PATHS.transport, readTransportAndAuth),
    decisions: readDecisions(files),
    modules: readModules(files)
  }
}

function read<T>(files: ProjectFiles, path: string, reader: (text: string, file: string) => T): T | null {
  const text = files.read(path)
  return text === null ? null : reader(text, path)
}
