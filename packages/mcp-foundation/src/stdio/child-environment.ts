/** What every child gets, where the host has it: the list of the official SDK. */
const BASE_ENVIRONMENT: readonly string[] = ['HOME', 'LOGNAME', 'PATH', 'SHELL', 'TERM', 'USER']

export interface EnvironmentRequest {
  /** Variables of the host to pass on by name. One that the host does not have is left out. */
  readonly inheritEnv?: readonly string[] | undefined
  /** Variables with values of the caller. They win over inherited ones. */
  readonly env?: Readonly<Record<string, string>> | undefined
}

/**
 * The child's complete environment: an allow list, because a host's environment holds tokens and loader hooks
 * (`LD_PRELOAD`, `NODE_OPTIONS`, `PYTHONPATH`). A shell function in a base variable (`() {`) is never passed on.
 */
export function childEnvironment(
  host: Readonly<Record<string, string | undefined>>,
  request: EnvironmentRequest
): Record<string, string> {
  const environment: Record<string, string> = {}
  for (const name of BASE_ENVIRONMENT) {
    const value = host[name]
    if (value !== undefined && !value.startsWith('()')) environment[name] = value
  }
  for (const name of request.inheritEnv ?? []) {
    const value = Object.hasOwn(host, name) ? host[name] : undefined
    if (value !== undefined) environment[name] = value
  }
  return { ...environment, ...request.env }
}
