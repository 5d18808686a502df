import { refuseUsage } from '../arguments/refuse-usage.ts'

/** `import` is understood but not built yet. */
export function importServers(): number {
  return refuseUsage('import is not built yet.')
}
