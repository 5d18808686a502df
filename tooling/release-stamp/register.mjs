// `node --import` this to run commands from source: `src/release.ts` of a package then holds the facts of this clone.
import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'
import { readRelease } from './read-release.mjs'

const RELEASE_MODULE = /\/packages\/[^/]+\/src\/release\.ts$/

registerHooks({
  load(url, context, nextLoad) {
    if (!RELEASE_MODULE.test(url)) return nextLoad(url, context)
    return { format: 'module', shortCircuit: true, source: readRelease(fileURLToPath(new URL('..', url))) }
  }
})
