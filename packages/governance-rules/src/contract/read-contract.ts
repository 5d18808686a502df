import { DOCUMENT_PATHS } from './governance-contract.ts'
import type { GovernanceContract } from './governance-contract.ts'
import type { ProjectFiles } from './project-files.ts'
import { readManifest } from './read-manifest.ts'
import { readRegistry } from './read-registry.ts'

/** Reads everything that is promised about the MCP servers of a project. Never throws. */
export function readContract(files: ProjectFiles): GovernanceContract {
  const manifest = read(files, DOCUMENT_PATHS.manifest, readManifest)
  const producer = manifest?.modules.architectures.find(({ value }) => value === 'mcp-server')
  return {
    manifest,
    modes: producer === undefined ? [] : [{ mode: 'producer', at: producer.at }],
    serverSpec: null,
    registry: read(files, DOCUMENT_PATHS.registry, readRegistry),
    risks: null,
    capabilities: null,
    injectionPlan: null,
    transport: null,
    decisions: [],
    modules: []
  }
}

function read<T>(files: ProjectFiles, path: string, reader: (text: string, file: string) => T): T | null {
  const text = files.read(path)
  return text === null ? null : reader(text, path)
}
