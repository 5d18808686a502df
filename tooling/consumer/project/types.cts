import foundation = require('@b10x/mcp-foundation')
import errors = require('@b10x/ports/errors')

export const snapshotOf = (text: string): foundation.ToolSnapshot => foundation.parseSnapshot(text)
export const isOurs = (error: unknown): boolean => errors.isGovernedError(error)
