// What a program of ours reads and touches: the process, options, and the frame of a command. It loads no foundation.
export { isOptionOf, readOptions } from './arguments/read-options.ts'
export type { OptionEntry, OptionTable, ReadOptions } from './arguments/read-options.ts'
export { refuseUsage } from './arguments/refuse-usage.ts'
export type { CliIo, OutputStream } from './cli-io.ts'
export { processIo } from './process-io.ts'
export { runCommand } from './run-command.ts'
export type { Command, OpenOutput } from './run-command.ts'
