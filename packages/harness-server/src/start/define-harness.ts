import { startDevServer } from './start-dev-server.ts'
import type { DevServer, HarnessOptions, ListenOptions } from './server-options.ts'

/** A project is a module whose default export is made by `defineHarness`. */
export function defineHarness(harness: HarnessOptions): HarnessOptions {
  return Object.freeze({ ...harness })
}

/**
 * Starts a project: what a built artifact does. `/mcp` is on where `FABRIC_HARNESS_MCP_ENABLED` is `1`, unless the project
 * says otherwise.
 * @throws GovernedError as `startDevServer`
 */
export function startHarness(project: HarnessOptions, where: ListenOptions = {}): Promise<DevServer> {
  return startDevServer({ ...project, ...where })
}
