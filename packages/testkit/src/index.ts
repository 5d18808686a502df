// What the tests of this workspace may use. Everything here is private to it.
export {
  answerAfter,
  answering,
  body,
  closeBeforeAnswer,
  closeMidBody,
  eventStream,
  exitProcess,
  GOOD,
  messages,
  neverAnswer,
  result,
  rpcError
} from './script/answer.ts'
export type { Answer, ScriptedAnswer, Step } from './script/answer.ts'
export { fill, rawBytes } from './script/raw-json.ts'
export type { Chunk, RawJson } from './script/raw-json.ts'
export { LEGACY, MODERN, PROTOCOL_VERSIONS, tool } from './script/script.ts'
export type { Page, ProtocolVersion, ReceivedCall, Script, ScriptPart, StdioBehaviour } from './script/script.ts'
export { startAuthorizationServer } from './authorization-server/start-authorization-server.ts'
export type { AnsweredGrant, AuthorizationServer, AuthorizationServerOptions, KnownClient, VerifiedToken } from './authorization-server/start-authorization-server.ts'
export { startBearerGate } from './authorization-server/start-bearer-gate.ts'
export type { BearerGate, BearerGateOptions } from './authorization-server/start-bearer-gate.ts'
export { visitAuthorization } from './authorization-server/visit-authorization.ts'
export type { Visit } from './authorization-server/visit-authorization.ts'
export { createCertificateAuthority } from './certificates/create-certificate-authority.ts'
export type { CertificateAuthority, IssueOptions, ServerIdentity } from './certificates/create-certificate-authority.ts'
export { createMemorySeal } from './custody/create-memory-seal.ts'
export type { MemorySeal, SealedContent } from './custody/create-memory-seal.ts'
export { createMemorySecretStore } from './custody/create-memory-secret-store.ts'
export type { MemorySecretStore } from './custody/create-memory-secret-store.ts'
export { createMemoryEgress } from './egress/create-memory-egress.ts'
export type { MemoryEgressOptions } from './egress/create-memory-egress.ts'
export type { EgressStage, StagedAnswer, StagedRequest } from './egress/staged-answer.ts'
export { startHttpServer } from './http/start-http-server.ts'
export type { HttpServer } from './http/start-http-server.ts'
export { startSseServer } from './http/start-sse-server.ts'
export type { SseServer } from './http/start-sse-server.ts'
export type { ReceivedRequest } from './http/received-request.ts'
export { expectCode, expectThrownCode } from './matchers/expect-code.ts'
export type { CodedError } from './matchers/expect-code.ts'
export { stdioServerCommand } from './stdio/stdio-server-command.ts'
export type { StartedProcess } from './stdio/peer-folder.ts'
export type { ReceivedLine, StdioServer } from './stdio/stdio-server-command.ts'
export { isRunning, processesGone } from './stdio/processes-gone.ts'
export * as deviations from './deviations/catalogue.ts'
export { readWire, WIRE_REVISIONS, wireScript } from './wire/read-wire.ts'
export type { WireMessage, WireRevision } from './wire/read-wire.ts'
