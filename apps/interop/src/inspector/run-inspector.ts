import { execFile } from 'node:child_process'
import { join } from 'node:path'

const INSPECTOR = join(import.meta.dirname, '../../../../interop/node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js')

/** What the Inspector ended with: its exit status, and its one JSON document where it printed one. */
export interface Inspected {
  readonly status: number
  readonly json: Readonly<Record<string, unknown>> | null
}

/** Runs the command line of the MCP Inspector. It writes into its HOME, which is a folder of the test's own. */
export function runInspector(home: string, args: readonly string[]): Promise<Inspected> {
  return new Promise((resolve) => {
    const env = { PATH: process.env['PATH'], HOME: home, NO_COLOR: '1' }
    execFile(process.execPath, [INSPECTOR, '--cli', ...args, '--format', 'json'], { env, timeout: 60_000 }, (error, stdout) => {
      resolve({ status: typeof error?.code === 'number' ? error.code : error === null ? 0 : -1, json: documentOf(stdout) })
    })
  })
}

function documentOf(text: string): Inspected['json'] {
  try {
    return JSON.parse(text) as Inspected['json']
  } catch {
    return null
  }
}
