import { defineConfig } from 'vitest/config'
import { runFromSource } from './tooling/vitest/run-from-source.ts'

// Our client against servers that other people wrote, really started.
export default defineConfig(
  runFromSource({
    include: ['{packages,apps}/*/src/**/*.interop.ts'],
    globalSetup: ['./tooling/interop-peers/install-peers.ts'],
    passWithNoTests: true,
    testTimeout: 60_000,
    hookTimeout: 120_000
  })
)
