import { defineConfig } from 'vitest/config'
import { runFromSource } from './tooling/vitest/run-from-source.ts'

export default defineConfig(runFromSource({ include: ['{packages,apps}/*/src/**/*.test.ts', 'tooling/**/*.test.ts'] }))
