import { DOCUMENT_PATHS } from '../../contract/governance-contract.ts'
import type { GovernanceContract } from '../../contract/governance-contract.ts'
import type { RecognizedMode } from '../../contract/harness-manifest.ts'
import type { ProjectFiles } from '../../contract/project-files.ts'
import type { Sourced } from '../../contract/source-position.ts'
import type { Rule } from '../rule.ts'
import { declaresTransport } from '../transport/declared-transports.ts'

const FACTS = { severity: 'error', stop: false, looksAt: 'documents', owasp: ['MCP09'] } as const

export const DOCUMENT_MISSING: Rule = {
  ...FACTS,
  id: 'GOV-DOC-002',
  title: 'Every document that a module demands is there',
  why: 'Whoever ships a server promises its consumers a specification, a registry of its tools and a register of its risks.',
  fix: 'Write the document; `b10x-governance init` makes a first form of it.',
  *check({ contract, files }) {
    const producer = producerMode(contract)
    const asked = new Map<string, Sourced<string>['at']>()
    if (producer !== undefined) {
      for (const path of adoptedModules(contract).flatMap(({ requiredArtifacts }) => requiredArtifacts)) asked.set(path, producer.at)
    }
    for (const { value, at } of contract.manifest?.requiredArtifacts ?? []) asked.set(value, at)
    for (const [path, at] of asked) {
      if (!exists(files, path)) yield { message: `The document ${path} is demanded and not there.`, at }
    }
  }
}

export const REGISTRY_EMPTY: Rule = {
  ...FACTS,
  id: 'GOV-DOC-006',
  title: 'The registry lists the tools',
  why: 'A registry without a block for any tool passes every rule about tools, and says nothing.',
  fix: 'Add a section "### Tool: `name`" for each tool, or write 0 as the total of tools into the server specification.',
  *check({ contract }) {
    const { registry, serverSpec } = contract
    if (registry === null || registry.tools.length > 0) return
    const total = [...(serverSpec?.counts ?? [])].find(([label]) => /total|^tools$/i.test(label))?.[1]
    if (total?.value !== 0) yield { message: 'The registry has no section for any tool.', at: { file: registry.file, line: 1, column: 1 } }
  }
}

export const DOCUMENT_ADVISED: Rule = {
  ...FACTS,
  severity: 'warning',
  id: 'GOV-DOC-007',
  title: 'What a server has is described where it belongs',
  why: 'Capabilities need their schema, and a server over HTTP its transport and authorization posture, or nothing can be compared.',
  fix: 'Write the document that is named.',
  *check({ contract, files }) {
    const producer = producerMode(contract)
    if (producer === undefined || contract.serverSpec === null) return
    const asked = [DOCUMENT_PATHS.capabilities, ...(declaresTransport(contract, 'streamable-http') ? [DOCUMENT_PATHS.transport] : [])]
    for (const path of asked) {
      if (files.read(path) === null) yield { message: `The document ${path} is not there.`, at: producer.at }
    }
  }
}

export function producerMode(contract: GovernanceContract): RecognizedMode | undefined {
  return contract.modes.find(({ mode }) => mode === 'producer')
}

/** The modules that the manifest adopts; a producer has the one for MCP servers in any case. */
export function adoptedModules(contract: GovernanceContract): GovernanceContract['modules'] {
  const groups = contract.manifest?.modules
  return contract.modules.filter(({ id }) => {
    const [group = '', name = ''] = id.split('/')
    if (id === 'architectures/mcp-server' && producerMode(contract) !== undefined) return true
    return groups !== undefined && Object.entries(groups).some(([key, ids]) => key === group && ids.some(({ value }) => value === name))
  })
}

function exists(files: ProjectFiles, path: string): boolean {
  return path.endsWith('/') ? files.list(path).length > 0 : files.read(path) !== null
}
