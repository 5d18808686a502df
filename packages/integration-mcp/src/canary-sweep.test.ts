// No word of a server and no secret in any channel that a caller has, whatever goes wrong.
import { inspect } from 'node:util'
import { isGovernedError } from '@b10x/ports/errors'
import type { ErrorCode } from '@b10x/ports/errors'
import { LEGACY, answering, body, deviations, result, rpcError, tool } from '@b10x/testkit'
import type { ScriptPart } from '@b10x/testkit'
import { expect, it } from 'vitest'
import { TOKEN, openService, openStage } from './__fixtures__/open-service.ts'
import { prepareService } from './prepare/prepare-service.ts'

const WORDS = 'remote-canary-words'

/** Everything that somebody who catches an error can print, except its cause, which is the operator's. */
function shownOf(error: unknown): string {
  if (!isGovernedError(error)) throw error
  const keys = Object.keys(error).map((key) => JSON.stringify((error as unknown as Record<string, unknown>)[key]))
  return [error.message, error.stack, String(error), JSON.stringify(error), inspect(error, { depth: 12 }), ...keys].join(' ')
}

const failure = (outcome: Promise<unknown>): Promise<unknown> => outcome.then((value) => Promise.reject(new Error(JSON.stringify(value))), (error: unknown) => error)

it.each<[string, ScriptPart, ErrorCode]>([
  ['isError', deviations.toolFailed(WORDS), 'operation_failed'],
  ['a JSON-RPC error', answering('tools/call', rpcError(-32603, WORDS, { data: { words: WORDS } })), 'remote_error'],
  ['an HTTP error', answering('tools/call', body(500, { 'x-words': WORDS, 'content-type': 'text/plain' }, WORDS)), 'outcome_unknown'],
  ['a refusal with words', answering('tools/call', body(403, { 'www-authenticate': `Bearer error="${WORDS}"` }, WORDS)), 'credential_rejected'],
  ['a redirect', answering('tools/call', body(307, { location: `https://${WORDS}.example/` })), 'redirect_denied'],
  ['a result that is none', answering('tools/call', result({ resultType: WORDS, [WORDS]: WORDS })), 'result_unrecognized'],
  ['a request for input', answering('tools/call', result({ resultType: 'input_required', inputRequests: { [WORDS]: { method: WORDS } }, requestState: WORDS })), 'input_required'],
  ['broken JSON', answering('tools/call', body(200, { 'content-type': 'application/json' }, `{"${WORDS}":`)), 'outcome_unknown'],
  ['a duplicate member', answering('tools/call', body(200, { 'content-type': 'application/json' }, `{"jsonrpc":"2.0","id":3,"result":{"${WORDS}":1,"${WORDS}":2}}`)), 'outcome_unknown'],
  ['an echoed credential', answering('tools/call', result({ content: [{ type: 'text', text: `${WORDS} ${TOKEN}` }] })), 'credential_echoed'],
  ['an echo under an error', answering('tools/call', body(401, { 'x-words': TOKEN }, `${WORDS} ${TOKEN}`)), 'credential_echoed']
])('invoking: %s', async (_name, part, code) => {
  const stage = await openService({}, part)
  const error = await failure(stage.call('t'))
  expect(isGovernedError(error) && error.code).toBe(code)
  expect(shownOf(error)).not.toContain(WORDS)
  expect(shownOf(error)).not.toContain(TOKEN)
  // Not even the operator's cause holds the credential.
  expect(inspect((error as Error).cause, { depth: 12, showHidden: true })).not.toContain(TOKEN)
})

it.each<[string, ScriptPart]>([
  ['drift', { tools: [tool('t', { description: WORDS }), tool(WORDS)] }],
  ['a JSON-RPC error', answering('tools/list', rpcError(-32603, WORDS))],
  ['an HTTP error', answering('tools/list', body(503, { 'x-words': WORDS }, WORDS))],
  ['a handshake that fails', { protocolVersions: LEGACY }],
  ['an echoed credential', { tools: [tool('t', { description: `${WORDS} ${TOKEN}` })] }],
  ['two tools of one name', { tools: [tool(WORDS), tool(WORDS)] }]
])('preparing: %s', async (_name, part) => {
  const stage = await openStage()
  stage.server.become(part)
  const error = await failure(prepareService(stage.profile, stage.options))
  expect(shownOf(error)).not.toContain(WORDS)
  expect(shownOf(error) + inspect((error as Error).cause, { depth: 12, showHidden: true })).not.toContain(TOKEN)
})

it('objects that a host may print hold no secret', async () => {
  const stage = await openService()
  await stage.call('t')
  const factory = await prepareService(stage.profile, stage.options)
  for (const one of [factory, factory.facts, stage.service, stage.service.describe('sample.op_0', { seed: 's', policyVersion: '1' })]) {
    expect(inspect(one, { depth: 12, showHidden: true }) + JSON.stringify(one)).not.toContain(TOKEN)
  }
})
