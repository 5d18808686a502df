#!/usr/bin/env node
import { processIo } from '@b10x/mcp-cli/command-line'
import { runCli } from './run-cli.ts'

const status = await runCli(process.argv.slice(2), processIo())
process.exitCode ??= status
