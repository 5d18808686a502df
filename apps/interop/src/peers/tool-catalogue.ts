// A listing of 250 tools on pages of 100, which grows by one while it is listed for the first time.

export interface CatalogueTool {
  name: string
  description: string
  inputSchema: { type: 'object' }
}

export interface CataloguePage {
  readonly tools: CatalogueTool[]
  readonly nextCursor?: string
  /** The set changed while this page was made: the server should say so. */
  readonly changed: boolean
}

export interface ToolCatalogue {
  page(cursor: string | undefined): CataloguePage
  /** Adds one more tool; the server should say so. */
  grow(): void
}

export const CATALOGUE_SIZE = 250
const PAGE_SIZE = 100
/** Listed first, so that who does not list again misses it. */
export const LATE_TOOL = 'a_late_tool'
export const GROW_TOOL = 'grow'
export const GROWN_TOOL = 'z_grown_tool'

export function openCatalogue(): ToolCatalogue {
  let tools = [describe(GROW_TOOL), ...Array.from({ length: CATALOGUE_SIZE - 1 }, (_, index) => describe(`tool_${index}`))]
  let grewWhileListed = false
  return {
    page(cursor) {
      const start = cursor === undefined ? 0 : Number(cursor)
      const changed = start === PAGE_SIZE && !grewWhileListed
      const end = start + PAGE_SIZE
      const page = { tools: tools.slice(start, end), changed, ...(end < tools.length ? { nextCursor: String(end) } : {}) }
      if (changed) {
        grewWhileListed = true
        tools = [describe(LATE_TOOL), ...tools]
      }
      return page
    },
    grow() {
      tools = [...tools, describe(GROWN_TOOL)]
    }
  }
}

function describe(name: string): CatalogueTool {
  return { name, description: `The tool ${name}.`, inputSchema: { type: 'object' } }
}
