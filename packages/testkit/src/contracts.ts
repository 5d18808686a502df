// Suites of what a port promises, to be run by every implementation. They need vitest, which a program does not have.
export { describeEgressTransport } from './egress/describe-egress-transport.ts'
