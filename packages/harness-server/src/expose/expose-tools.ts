import { EFFECT_FACTS } from '@b10x/ports'
import { GovernedError } from '@b10x/ports/errors'
import type { ToolDefinition } from '../define/define-tool.ts'
import { unwrapGoverned } from '../govern/govern-tool.ts'
import { invalidOption } from '../invalid-option.ts'
import { publishTool } from './publish-tool.ts'
import type { ServedTool } from './served-tool.ts'

/**
 * Tools under their own names. One that changes something has to be wrapped by `governTool`: what its metadata says of
 * that is not looked at.
 * @throws GovernedError `option_invalid`, `effect_undeclared`, `governance_missing`
 */
export function exposeTools(tools: readonly ToolDefinition[]): readonly ServedTool[] {
  return tools.map((given) => {
    const wrapped = unwrapGoverned(given)
    const tool = wrapped?.tool ?? given
    const { name, title, description, inputSchema } = tool
    const published = publishTool({ name, title, description, inputSchema, effect: tool.metadata?.effect, source: 'tools' })
    if (wrapped === null && EFFECT_FACTS[published.effect].decision !== 'allow') throw new GovernedError('governance_missing', { tool: name })
    const { execute } = tool
    if (typeof execute !== 'function') throw invalidOption('tools', 'a tool has no execute')
    return {
      published,
      effectNow: () => tool.metadata?.effect,
      governance: wrapped?.governance ?? null,
      returnsExternalContent: tool.metadata.returnsExternalContent === true,
      run: (input, context) => execute.call(tool, input, context)
    }
  })
}
