// Everything named here is public API: a change of a line is a change for users.
export { createEgress } from './create-egress.ts'
export { DEFAULT_EGRESS_BOUNDS, EGRESS_CEILINGS } from './egress-bounds.ts'
export { DEFAULT_RESPONSE_HEADERS } from './endpoint-binding.ts'
export type { EgressOptions, EgressWarning, EndpointBinding, Resolver } from './endpoint-binding.ts'
export { explainWarning } from './warn-operator.ts'
