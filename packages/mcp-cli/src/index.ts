// Everything named here is public API: a change of a line is a change for users.
export { runCli } from './run-cli.ts'
export type { CliIo, OutputStream } from './cli-io.ts'
