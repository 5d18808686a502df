import { defineConfig } from 'vitest/config'

// Tests run from source through the @b10x/source condition; no build comes first.
const conditions = ['@b10x/source', 'module', 'node', 'development|production']

export default defineConfig({
  ssr: { resolve: { conditions, externalConditions: ['@b10x/source', 'node'] } },
  test: {
    include: ['{packages,apps,tooling}/*/src/**/*.test.ts'],
    pool: 'forks',
    maxWorkers: 2,
    reporters: ['dot', './tooling/test-reporter/closing-line.ts']
  }
})
