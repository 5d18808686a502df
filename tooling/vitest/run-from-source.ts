// What every vitest run of this workspace has in common.
import type { ViteUserConfig } from 'vitest/config'
import { closingLine } from '../test-reporter/closing-line.ts'

type TestOptions = NonNullable<ViteUserConfig['test']>

/** Tests run from source through the `@b10x/source` condition, so no build comes first. */
export function runFromSource(test: TestOptions): ViteUserConfig {
  return {
    ssr: {
      resolve: {
        conditions: ['@b10x/source', 'module', 'node', 'development|production'],
        externalConditions: ['@b10x/source', 'node']
      }
    },
    test: { pool: 'forks', maxWorkers: 2, testTimeout: 30_000, hookTimeout: 30_000, reporters: ['dot', closingLine()], ...test }
  }
}
