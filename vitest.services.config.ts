import { defineConfig } from 'vitest/config'
import { runFromSource } from './tooling/vitest/run-from-source.ts'

// Tests that need services from Debian's packages. None exists yet: the run then says so and counts nothing.
export default defineConfig(
  runFromSource({ include: ['{packages,apps}/*/src/**/*.services.ts'], passWithNoTests: true, testTimeout: 60_000, hookTimeout: 120_000 })
)
