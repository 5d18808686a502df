import { join } from 'node:path'

/** Where the heavy peers are installed: outside the workspace, by the runner of `test:interop`. */
export const PEER_PACKAGES: string = join(import.meta.dirname, '../../../../interop/node_modules')
