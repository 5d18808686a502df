// How many packages each client brings, and how large they are on the disk, from what is installed.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Subject } from './cases/order.ts'
import { listInstalled, type Lock } from './list-installed.ts'
import type { Measurements } from './report/measurements.ts'

const MB = 1_000_000
const UNWANTED = /node_modules\/(@modelcontextprotocol\/|zod$)/

export function measureInstall(ours: string, peers: string, into: Measurements): void {
  const figuresOf = (folder: string, name: string): { readonly packages: number; readonly sizeMB: number; readonly sdkOrZod: number } => {
    const lock = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')) as Lock
    const paths = listInstalled(lock, name)
    return {
      // Those of others: what is asked for itself is not what it brings.
      packages: paths.filter((path) => !path.startsWith('node_modules/@b10x/') && path !== `node_modules/${name}`).length,
      sizeMB: paths.reduce((sum, path) => sum + sizeOf(join(folder, path)), 0) / MB,
      sdkOrZod: paths.filter((path) => UNWANTED.test(path)).length
    }
  }
  const clients: readonly (readonly [Subject, string, string])[] = [
    ['ours', ours, '@b10x/mcp-foundation'],
    ['raw', peers, 'undici'],
    ['sdk1', peers, '@modelcontextprotocol/sdk'],
    ['sdk2', peers, '@modelcontextprotocol/client'],
    ['ai-sdk', peers, '@ai-sdk/mcp']
  ]
  for (const [subject, folder, name] of clients) into.add('install', subject, figuresOf(folder, name))
}

/** Bytes of the files of a package, without the packages nested in it. */
function sizeOf(folder: string): number {
  const entries = readdirSync(folder, { withFileTypes: true }).filter(({ name }) => name !== 'node_modules')
  return entries.reduce((sum, entry) => {
    const path = join(folder, entry.name)
    return sum + (entry.isDirectory() ? sizeOf(path) : statSync(path).size)
  }, 0)
}
