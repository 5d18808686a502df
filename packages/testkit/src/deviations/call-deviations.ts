/** Servers that list well and answer a call wrongly, or not at all. */
import { answering, body, closeBeforeAnswer, closeMidBody, messages, result, rpcError } from '../script/answer.ts'
import type { ScriptPart } from '../script/script.ts'

const NOON = '2026-07-28T12:00:00Z'

/** F5: a result whose `structuredContent.id` no double can hold; any tool. Legal in both eras. */
export function exactNumber(): ScriptPart {
  const text = '{"content":[],"structuredContent":{"id":9007199254740993},"resultType":"complete"}'
  return { results: { '*': text } }
}

/** F6: accepts the call, counts it, closes the connection. Over pipes the process ends. */
export function ghostOutcome(): ScriptPart {
  return answering('tools/call', closeBeforeAnswer())
}

/** F6 variant: the connection closes inside the body. */
export function ghostMidBody(): ScriptPart {
  return answering('tools/call', closeMidBody('{"jsonrpc":"2.0","id":{{id}},"resu'))
}

/** F6 variant: 404 to the session id of the call. Legacy era, with a session. */
export function sessionGone(): ScriptPart {
  return { session: true, protocolVersions: ['2025-11-25'], ...answering('tools/call', body(404, {})) }
}

/** F6 variant: -32020, which says that headers and body disagree. */
export function headerMismatch(on = 'tools/call'): ScriptPart {
  return answering(on, rpcError(-32020, 'Header mismatch', { status: 400 }))
}

/** F6 variant: 401 with a challenge. */
export function unauthorized(on = 'tools/call'): ScriptPart {
  const challenge = 'Bearer resource_metadata="http://127.0.0.1/.well-known/oauth-protected-resource"'
  return answering(on, body(401, { 'www-authenticate': challenge }))
}

/** 403 with a challenge for more scope. */
export function insufficientScope(on = 'tools/call'): ScriptPart {
  const challenge = 'Bearer error="insufficient_scope", scope="tools:call"'
  return answering(on, body(403, { 'www-authenticate': challenge }))
}

/** F16: the server wants input first; only `requestState`, as for a client without capabilities. */
export function inputRequired(requestState = 'opaque-1'): ScriptPart {
  return answering('tools/call', result({ resultType: 'input_required', requestState }))
}

/** F16 variant: a kind of input that a client without capabilities must not be asked for. */
export function inputRequiredWithRequests(): ScriptPart {
  const params = { mode: 'form', message: 'Which one?', requestedSchema: { type: 'object', properties: {} } }
  const ask = { method: 'elicitation/create', params }
  const value = { resultType: 'input_required', inputRequests: { choice: ask }, requestState: 'opaque-2' }
  return answering('tools/call', result(value))
}

/** F16: a task handle in place of a result. */
export function taskResult(): ScriptPart {
  const task = { taskId: 'task-1', status: 'working', createdAt: NOON, lastUpdatedAt: NOON, ttl: 60_000 }
  return answering('tools/call', result({ resultType: 'task', task }))
}

/** F16: a `resultType` that nobody knows. */
export function unknownResultType(): ScriptPart {
  return answering('tools/call', result({ resultType: 'surprise', content: [] }))
}

/** A result without the `resultType` that the modern era demands. */
export function resultTypeAbsent(): ScriptPart {
  return answering('tools/call', result({ content: [{ type: 'text', text: 'done' }] }))
}

/** A result without `content`. */
export function contentAbsent(): ScriptPart {
  return answering('tools/call', result({ resultType: 'complete' }))
}

/** A tool that says that it failed. */
export function toolFailed(text = 'It failed.'): ScriptPart {
  return { results: { '*': { content: [{ type: 'text', text }], isError: true } } }
}

/** Two notifications of progress before the answer, for whoever sent a token. */
export function progressFirst(): ScriptPart {
  const progress = (done: number): string => {
    const params = `{"progressToken":{{progressToken}},"progress":${done},"total":2}`
    return `{"jsonrpc":"2.0","method":"notifications/progress","params":${params}}`
  }
  return answering('tools/call', messages(progress(1), progress(2), '{{good}}'))
}
