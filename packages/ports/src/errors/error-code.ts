import type { ErrorCode } from './error-details.ts'

export type ErrorFamily =
  | 'configuration'
  | 'negotiation'
  | 'snapshot'
  | 'admission'
  | 'validation'
  | 'bounds'
  | 'transport'
  | 'credential'
  | 'authentication'
  | 'egress'
  | 'remote'

/**
 * The exit status of a command that ends with the code:
 * 1 drift or a finding, 2 usage or configuration, 3 network, process, deadline or unknown outcome, 4 refused.
 */
export type ExitClass = 1 | 2 | 3 | 4

export interface ErrorCodeEntry {
  readonly family: ErrorFamily
  readonly exit: ExitClass
  /** Fixed text of ours. Values go to `details`, never into the text. */
  readonly message: string
}

const entry = (family: ErrorFamily, exit: ExitClass, message: string): ErrorCodeEntry => ({ family, exit, message })

/** The one table of codes (DESIGN of errors: ADR 0003). A page per code: docs/refusals. */
export const ERROR_CODES: { readonly [C in ErrorCode]: ErrorCodeEntry } = {
  usage_invalid: entry('configuration', 2, 'The command line cannot be understood.'),
  config_invalid: entry('configuration', 2, 'The configuration file cannot be used.'),
  variable_missing: entry('configuration', 2, 'A variable that the configuration names is not set.'),
  baseline_missing: entry('configuration', 2, 'There is no readable snapshot file to compare with.'),
  json_invalid: entry('validation', 2, 'The text is not one unambiguous JSON document.'),
  bounds_invalid: entry('configuration', 2, 'A bound must be a positive whole number at or under its ceiling.'),
  endpoint_invalid: entry('configuration', 2, 'The endpoint address is not acceptable.'),
  header_invalid: entry('configuration', 2, 'A request header is not acceptable.'),
  platform_unsupported: entry('configuration', 2, 'This transport is not supported on this platform.'),
  foundation_release_mismatch: entry('configuration', 2, 'The build of the foundation that runs is not the pinned one.'),
  snapshot_invalid: entry('snapshot', 2, 'The snapshot file is not a valid b10x.tool-snapshot.v1.'),
  snapshot_digest_mismatch: entry('snapshot', 2, 'The snapshot file was edited: a digest does not match its content.'),
  snapshot_mismatch: entry('snapshot', 1, 'The tools of the server are not the reviewed ones.'),
  protocol_version_unsupported: entry('negotiation', 3, 'The server speaks no protocol revision that we speak.'),
  protocol_revision_changed: entry('negotiation', 1, 'The server no longer speaks the pinned protocol revision.'),
  tools_not_offered: entry('negotiation', 3, 'The server does not offer tools.'),
  header_mismatch: entry('negotiation', 3, 'The server says that the request headers and the body disagree.'),
  message_invalid: entry('remote', 4, 'The server sent bytes that are not one unambiguous JSON-RPC message.'),
  response_invalid: entry('remote', 3, 'The server sent a response that is not an answer in the protocol.'),
  http_status_unexpected: entry('remote', 3, 'The server answered with an HTTP status that is not an answer in the protocol.'),
  remote_error: entry('remote', 3, 'The server answered with a JSON-RPC error.'),
  page_cursor_repeated: entry('remote', 4, 'The server repeated a page cursor: the listing would never end.'),
  tool_name_duplicate: entry('remote', 4, 'The server lists two tools under one name.'),
  bound_exceeded: entry('bounds', 4, 'A bound was exceeded.'),
  result_too_large: entry('bounds', 4, 'The result of the call is larger than its bound.'),
  deadline_exceeded: entry('bounds', 3, 'The deadline passed before an answer came.'),
  cancelled: entry('bounds', 3, 'The caller cancelled before anything was sent.'),
  outcome_unknown: entry('transport', 3, 'The call was sent and no answer came: it may have run.'),
  endpoint_unreachable: entry('transport', 3, 'The endpoint cannot be reached.'),
  redirect_denied: entry('transport', 4, 'The server redirects; redirects are never followed.'),
  program_not_found: entry('transport', 3, 'The program cannot be found or started.'),
  process_exited: entry('transport', 3, 'The server process ended.'),
  connection_closed: entry('transport', 3, 'The client is closed.'),
  stream_ended: entry('transport', 3, 'The response stream ended before the answer.'),
  session_expired: entry('transport', 3, 'The server no longer knows the session; the call did not run.'),
  credential_rejected: entry('credential', 4, 'The server rejected the credential or wants one; the call did not run.'),
  tool_not_found: entry('admission', 2, 'The frozen tool set has no tool of that name.'),
  tool_invalid: entry('admission', 4, 'The tool was listed with an invalid descriptor and cannot be called.'),
  arguments_invalid: entry('validation', 2, 'The arguments are not one JSON object that the schema of the tool allows.'),
  schema_unsupported: entry('admission', 4, 'The schema of the tool cannot be judged exactly, so nothing is called by it.'),
  option_invalid: entry('configuration', 2, 'An option is not acceptable.'),
  profile_invalid: entry('configuration', 2, 'The profile is not valid.'),
  tool_not_published: entry('admission', 4, 'No tool of that name was published.'),
  tool_name_collision: entry('configuration', 2, 'Two tools would be published under one name.'),
  policy_denied: entry('admission', 4, 'The policy does not allow this call.'),
  approval_required: entry('admission', 4, 'The call needs an approval for exactly these arguments, and there is none.'),
  approval_denied: entry('admission', 4, 'The call was not approved.'),
  hook_refused: entry('admission', 4, 'A hook of the host refused the call.'),
  audit_unavailable: entry('admission', 3, 'The audit row cannot be written.'),
  input_required: entry('remote', 4, 'The tool wants more input from its user before it runs; nothing was given.'),
  result_unrecognized: entry('remote', 4, 'The answer to the call is not a result of a tool.'),
  credential_echoed: entry('credential', 4, 'The result holds a credential that was sent with the call, so it is sealed.'),
  result_handle_unknown: entry('bounds', 4, 'No kept result has that handle.'),
  model_failed: entry('remote', 3, 'The model gave no usable answer.'),
  turn_limit_reached: entry('bounds', 4, 'The session took as many turns as it may.'),
  result_mismatch: entry('validation', 4, 'The answer of the model is not what the task asks for.'),
  authorization_required: entry('credential', 4, 'The user has to authorize this client first.'),
  authorization_refused: entry('credential', 4, 'The authorization server did not authorize this client.'),
  authorization_response_invalid: entry('credential', 4, 'The authorization response does not belong to a request of ours.'),
  authorization_code_spent: entry('credential', 4, 'The authorization code was used already.'),
  issuer_missing: entry('credential', 4, 'The authorization response does not say which server issued it.'),
  issuer_mismatch: entry('credential', 4, 'The authorization response is of another authorization server.'),
  pkce_unsupported: entry('credential', 4, 'The authorization server does not offer PKCE with S256.'),
  resource_mismatch: entry('credential', 4, 'The protected resource metadata is about another resource.'),
  oauth_metadata_invalid: entry('credential', 3, 'An OAuth metadata document cannot be used.'),
  client_registration_failed: entry('credential', 3, 'This client cannot be registered with the authorization server.'),
  token_request_failed: entry('credential', 3, 'The authorization server gave no token.'),
  token_response_invalid: entry('credential', 3, 'The response of the token endpoint cannot be used.'),
  scope_insufficient: entry('credential', 4, 'The token does not cover the scope that the server asks for.'),
  oauth_state_invalid: entry('credential', 3, 'The OAuth state cannot be loaded or saved.'),
  host_denied: entry('authentication', 4, 'The Host of the request is not one of this server.'),
  origin_denied: entry('authentication', 4, 'The Origin of the request is not allowed.'),
  invalid_token: entry('authentication', 4, 'The request bears no valid token for this server.'),
  insufficient_scope: entry('authentication', 4, 'The token does not hold the scope that this needs.'),
  authenticator_unavailable: entry('authentication', 3, 'Whoever checks tokens cannot be asked, so nobody is let in.'),
  rate_limited: entry('bounds', 3, 'This caller has as many calls running, or made as many, as it may.'),
  effect_undeclared: entry('configuration', 2, 'The tool does not declare its effect: none, read, write or execute.'),
  governance_missing: entry('configuration', 2, 'The tool changes something and is not wrapped by governTool.'),
  authentication_missing: entry('configuration', 2, 'Serving this needs authentication, and there is none.'),
  tool_failed: entry('remote', 3, 'The tool failed. The operator finds more under the reference.'),
  instance_not_found: entry('admission', 4, 'There is no such instance or session for this caller.'),
  egress_binding_invalid: entry('configuration', 2, 'The reviewed destination cannot be used.'),
  destination_denied: entry('egress', 4, 'The request does not fit a reviewed destination.'),
  address_denied: entry('egress', 4, 'The destination leads to an address that its review does not allow.'),
  egress_unreachable: entry('egress', 3, 'The destination cannot be reached.'),
  egress_timeout: entry('egress', 3, 'The exchange took longer than it may.'),
  egress_bound_exceeded: entry('egress', 4, 'The exchange is larger than a bound of its destination.'),
  egress_response_invalid: entry('egress', 4, 'The response is not one unambiguous HTTP message.'),
  egress_saturated: entry('egress', 3, 'As many exchanges wait for this destination as may.'),
  contract_unsupported: entry('configuration', 2, 'The document is of another contract than the one that is read here.'),
  member_unknown: entry('configuration', 2, 'The document holds a member that its contract does not know.'),
  secret_in_document: entry('configuration', 2, 'The document holds what looks like a secret; it names secrets only.'),
  tool_unmapped: entry('configuration', 2, 'A reviewed tool has no operation.'),
  mapped_tool_absent: entry('configuration', 2, 'An operation maps a tool that the snapshot does not hold.'),
  operation_duplicate: entry('configuration', 2, 'Two tools map to one operation.'),
  deployment_invalid: entry('configuration', 2, 'The deployment is not valid.'),
  deployment_missing: entry('configuration', 2, 'The service has no deployment, so it cannot be activated.'),
  binding_mismatch: entry('configuration', 2, 'The binding of an operation is not the reviewed one.'),
  operation_set_mismatch: entry('configuration', 2, 'The deployment does not name exactly the operations of the service.'),
  service_collision: entry('configuration', 2, 'Two services claim the same name.'),
  operation_not_found: entry('admission', 4, 'There is no such operation for this caller.'),
  lease_stale: entry('admission', 4, 'The operation was described under facts that no longer hold: describe it again.'),
  connection_mismatch: entry('admission', 4, 'The operation does not belong to this Connection.'),
  operation_failed: entry('remote', 3, 'The operation failed. The operator finds more under the reference.'),
  secret_unavailable: entry('credential', 3, 'The credential cannot be had.'),
  repository_unreadable: entry('configuration', 2, 'The history of the project cannot be read.'),
  document_unreadable: entry('configuration', 2, 'A document of the project cannot be read.')
}
