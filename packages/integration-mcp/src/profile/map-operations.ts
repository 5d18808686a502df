import type { ToolSnapshot } from '@b10x/mcp-foundation'
import { GovernedError } from '@b10x/ports/errors'
import type { MappedOperation } from './service-profile.ts'

/**
 * Holds a mapping to its snapshot: every named tool has exactly one operation, and every operation one tool. A tool
 * without a name can be called by nobody and has none; it is compared with the live listing all the same.
 * @returns the operations in the order of the snapshot
 * @throws GovernedError `operation_duplicate`, `mapped_tool_absent`, `tool_unmapped`
 */
export function orderOperations(operations: readonly MappedOperation[], snapshot: ToolSnapshot): readonly MappedOperation[] {
  const byTool = new Map<string, MappedOperation>()
  const refs = new Set<string>()
  const names = new Set(snapshot.tools.map(({ name }) => name))
  for (const operation of operations) {
    const { remoteName, operationRef } = operation
    if (refs.has(operationRef)) throw new GovernedError('operation_duplicate', { operation: operationRef })
    if (!names.has(remoteName)) throw new GovernedError('mapped_tool_absent', { tool: remoteName })
    refs.add(operationRef)
    byTool.set(remoteName, operation)
  }
  return snapshot.tools.flatMap(({ name }) => {
    if (name === null) return []
    const operation = byTool.get(name)
    if (operation === undefined) throw new GovernedError('tool_unmapped', { tool: name })
    return [operation]
  })
}
