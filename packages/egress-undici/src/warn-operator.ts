import type { EndpointKey } from '@b10x/ports'
import type { EgressWarning } from './endpoint-binding.ts'

/** Variables by which somebody may believe to steer an egress. None of them does. */
const STEERING = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'NO_PROXY', 'NODE_USE_ENV_PROXY', 'NODE_TLS_REJECT_UNAUTHORIZED', 'NODE_EXTRA_CA_CERTS', 'SSLKEYLOGFILE'] as const

/** Tells the operator, at every start, what is open for development and what the environment says in vain. */
export function warnOperator(loopback: readonly EndpointKey[], environment: NodeJS.ProcessEnv, onWarning: (warning: EgressWarning) => void): void {
  for (const { connectionRef, endpointRef } of loopback) onWarning({ code: 'loopback_allowed', endpoint: { connectionRef, endpointRef } })
  for (const variable of STEERING) {
    if ((environment[variable] ?? environment[variable.toLowerCase()] ?? '') !== '') onWarning({ code: 'environment_ignored', variable })
  }
}

/** The warning in one line of English, for whoever shows it. */
export function explainWarning(warning: EgressWarning): string {
  return warning.code === 'loopback_allowed'
    ? `Development: the egress may reach loopback for ${warning.endpoint.connectionRef}/${warning.endpoint.endpointRef}.`
    : `The egress ignores ${warning.variable}.`
}

/** The default: a warning of the process, which is shown on standard error. */
export function emitWarning(warning: EgressWarning): void {
  process.emitWarning(explainWarning(warning), { type: 'EgressWarning', code: warning.code })
}
