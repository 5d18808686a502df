import type { CapabilitySchema, GovernanceContract, ServerSpec, SourcePosition } from '@b10x/governance-rules'
import type { ToolSnapshot } from '@b10x/mcp-foundation'
import { asObject } from './compare-tools.ts'
import { shown } from './observation.ts'
import type { Observer } from './observation.ts'

interface Documented {
  readonly declared: boolean
  readonly at: SourcePosition
}

/** Capabilities that the server declares beside those that its documents declare. */
export function compareCapabilities({ capabilities }: ToolSnapshot, { capabilities: schema, serverSpec }: GovernanceContract, observer: Observer): void {
  const documented = documentedIn(schema, serverSpec)
  if (documented.size === 0) {
    for (const id of ['GOV-PROBE-005', 'GOV-PROBE-006']) observer.say(id, 'not_applicable', 'No document declares capabilities.')
    return
  }
  const declared = asObject(capabilities)
  for (const name of Object.keys(declared)) {
    const known = documented.get(name)
    if (known?.declared !== true) observer.say('GOV-PROBE-005', 'fail', `The server declares ${shown(name)}, and the documents do not.`, known?.at ?? startOf(schema, serverSpec))
  }
  for (const [name, { declared: promised, at }] of documented) {
    if (promised && !Object.hasOwn(declared, name)) observer.say('GOV-PROBE-006', 'fail', `The documents declare ${name}, and the server does not.`, at)
  }
  observer.sayPassed('GOV-PROBE-005', 'Every declared capability is documented.')
  observer.sayPassed('GOV-PROBE-006', 'Every documented capability is declared.')
}

function documentedIn(schema: CapabilitySchema | null, spec: ServerSpec | null): Map<string, Documented> {
  const known = new Map<string, Documented>()
  for (const name of Object.keys(spec?.capabilities?.value ?? {})) if (spec?.capabilities) known.set(name, { declared: true, at: spec.capabilities.at })
  for (const { capability, side, declared } of schema?.sections ?? []) {
    if (side === 'server' && declared !== null) known.set(capability.value, { declared: declared.value, at: declared.at })
  }
  return known
}

function startOf(schema: CapabilitySchema | null, spec: ServerSpec | null): SourcePosition | null {
  const file = schema?.file ?? spec?.file
  return file === undefined ? null : { file, line: 1, column: 1 }
}
