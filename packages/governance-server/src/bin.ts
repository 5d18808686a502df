#!/usr/bin/env node
import { processIo } from './cli/command-io.ts'
import { runGovernance } from './cli/run-governance.ts'

const status = await runGovernance(process.argv.slice(2), processIo())
process.exitCode ??= status
