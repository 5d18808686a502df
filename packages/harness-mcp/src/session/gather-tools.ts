import type { ToolPort } from '@b10x/ports'
import { REMOTE } from '../admission/admitted-tools.ts'
import type { AdmittedTools } from '../admission/admitted-tools.ts'
import { composeToolPorts } from '../compose-tool-ports.ts'
import { governTools } from '../govern-tools.ts'
import type { Governance } from '../governance.ts'
import type { SessionTools } from './session.ts'

/** Makes one port of all that a session or a prompt was given. The same tools given twice are there once. */
export type GatherTools = (...given: readonly (SessionTools | undefined)[]) => ToolPort

/** The port throws what `composeToolPorts` throws: `tool_name_collision`. */
export function createToolGathering(governance: Governance): GatherTools {
  const governed = new WeakMap<AdmittedTools, ToolPort>()

  function toPort(tools: AdmittedTools | ToolPort): ToolPort {
    if (!(REMOTE in tools)) return tools
    let port = governed.get(tools)
    if (port === undefined) {
      port = governTools(tools, governance)
      governed.set(tools, port)
    }
    return port
  }

  return (...given) => {
    const ports = given.flatMap((tools) => (tools === undefined ? [] : isList(tools) ? tools.map(toPort) : [toPort(tools)]))
    return composeToolPorts(...ports)
  }
}

function isList(tools: SessionTools): tools is readonly (AdmittedTools | ToolPort)[] {
  return Array.isArray(tools)
}
