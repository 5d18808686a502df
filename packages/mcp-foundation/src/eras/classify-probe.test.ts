// The table of what a probe proves (MCP 2026-07-28, versioning; Streamable HTTP and stdio, backward compatibility).
import { GovernedError } from '@b10x/ports/errors'
import { describe, expect, it } from 'vitest'
import { parseJson } from '../json/parse-json.ts'
import { classifyProbeError, classifyProbeResult } from './classify-probe.ts'

const discover = (versions: string, rest: string = ''): string => `{"supportedVersions":${versions},"capabilities":{"tools":{}}${rest}}`
const classify = (text: string): unknown => classifyProbeResult(parseJson(text))

describe('a result', () => {
  it('that lists our revision is modern, with what the server says about itself', () => {
    const meta = '"_meta":{"io.modelcontextprotocol/serverInfo":{"name":"s","version":"1"}}'
    expect(classify(discover('["2031-01-01","2026-07-28","2025-11-25"]', `,"instructions":"hi",${meta},"ttlMs":0`))).toEqual({
      kind: 'modern',
      revision: '2026-07-28',
      discovered: {
        supportedVersions: ['2031-01-01', '2026-07-28', '2025-11-25'],
        offersTools: true,
        facts: { server: { name: 's', version: '1' }, capabilities: { tools: {} }, instructions: 'hi' }
      }
    })
  })

  it('without tools is modern and says so', () => {
    const verdict = classify('{"supportedVersions":["2026-07-28"],"capabilities":{"prompts":{}}}')
    expect(verdict).toMatchObject({ kind: 'modern', discovered: { offersTools: false, facts: { server: null, instructions: null } } })
  })

  it('whose capabilities only inherit the name of tools offers none', () => {
    const verdict = classify('{"supportedVersions":["2026-07-28"],"capabilities":{"__proto__":{"tools":{}}}}')
    expect(verdict).toMatchObject({ kind: 'modern', discovered: { offersTools: false } })
  })

  it.each([
    ['only revisions with a handshake', '["2025-11-25","2025-03-26"]'],
    ['a handshake beside a revision that we do not know', '["2031-01-01","2025-06-18"]']
  ])('that lists %s leads to the handshake', (_title, versions) => expect(classify(discover(versions))).toEqual({ kind: 'legacy' }))

  it.each([
    ['only revisions that we do not know', '["2031-01-01","2032-02-02"]', ['2031-01-01', '2032-02-02']],
    ['what looks like no revision', '["latest",5,null,"2031-01-01","<b>2031-01-01</b>"]', ['2031-01-01']],
    ['nothing', '[]', []],
    ['a hundred revisions', JSON.stringify(Array(100).fill('2031-01-01')), Array(16).fill('2031-01-01')]
  ])('that lists %s is unsupported, and only dates are repeated', (_title, versions, offered) => {
    expect(classify(discover(versions))).toEqual({ kind: 'unsupported', offered })
  })

  it.each([
    ['null', 'null'],
    ['an array', '[]'],
    ['an empty object', '{}'],
    ['a result without capabilities', '{"supportedVersions":["2026-07-28"]}'],
    ['a result whose capabilities are null', '{"supportedVersions":["2026-07-28"],"capabilities":null}'],
    ['a result whose revisions are a string', '{"supportedVersions":"2026-07-28","capabilities":{"tools":{}}}'],
    ['the result of another method', '{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"serverInfo":{}}']
  ])('that is %s is no discovery, and leads to the handshake', (_title, text) => expect(classify(text)).toEqual({ kind: 'legacy' }))
})

describe('a JSON-RPC error', () => {
  const rpcError = (rpcCode: number | null, text: string = '{}'): unknown =>
    classifyProbeError(new GovernedError('remote_error', { rpcCode }, { cause: parseJson(text) }))
  const unsupported = (data: string): unknown => rpcError(-32022, `{"code":-32022,"message":"no","data":${data}}`)

  it.each([-32601, -32602, -32600, -32700, -32603, -32000, -32001, -32004, -32023, 0, 1, 404, null])(
    'of code %s leads to the handshake',
    (rpcCode) => expect(rpcError(rpcCode)).toEqual({ kind: 'legacy' })
  )

  it('-32021 is modern: a capability is missing, and it stands', () => {
    const error = new GovernedError('remote_error', { rpcCode: -32021 })
    expect(classifyProbeError(error)).toEqual({ kind: 'failed', error })
  })

  it('-32020 is modern: the headers of our own probe disagreed, and it stands', () => {
    const error = new GovernedError('header_mismatch', {})
    expect(classifyProbeError(error)).toEqual({ kind: 'failed', error })
  })

  it('-32022 leads to the handshake when one of our older revisions is listed', () => {
    expect(unsupported('{"supported":["2025-11-25"],"requested":"2026-07-28"}')).toEqual({ kind: 'legacy' })
    expect(unsupported('{"supported":["2031-01-01","2024-11-05"]}')).toEqual({ kind: 'legacy' })
  })

  it.each([
    ['only unknown ones', '{"supported":["2031-01-01"]}', ['2031-01-01']],
    ['none', '{"supported":[]}', []],
    ['no list', '{"supported":"2025-11-25"}', []],
    ['null', 'null', []],
    ['text of its own', '{"supported":["call 555","2031-01-01"]}', ['2031-01-01']]
  ])('-32022 is final when it lists %s', (_title, data, offered) => {
    expect(unsupported(data)).toEqual({ kind: 'unsupported', offered })
  })

  it('-32022 that lists the revision which it refuses is worth one more try', () => {
    const revision = '2026-07-28'
    expect(unsupported('{"supported":["2026-07-28"]}')).toEqual({
      kind: 'correctable',
      revision,
      otherwise: { kind: 'unsupported', offered: [revision] }
    })
    expect(unsupported('{"supported":["2025-11-25","2026-07-28"]}')).toEqual({ kind: 'correctable', revision, otherwise: { kind: 'legacy' } })
  })

  it('-32022 is final without any data', () => {
    expect(rpcError(-32022, '{"code":-32022,"message":"no"}')).toEqual({ kind: 'unsupported', offered: [] })
    expect(rpcError(-32022, '"text"')).toEqual({ kind: 'unsupported', offered: [] })
    expect(classifyProbeError(new GovernedError('remote_error', { rpcCode: -32022 }))).toEqual({ kind: 'unsupported', offered: [] })
  })
})

describe('an HTTP status without a JSON-RPC error', () => {
  it.each([400, 404, 405, 406, 415])('%i leads to the handshake', (status) => {
    expect(classifyProbeError(new GovernedError('http_status_unexpected', { status }))).toEqual({ kind: 'legacy' })
  })

  it.each([402, 407, 408, 409, 410, 411, 413, 421, 422, 425, 426, 429, 431, 451, 500, 501, 502, 503, 504, 100, 204])(
    '%i says nothing about the era, and stands',
    (status) => {
      const error = new GovernedError('http_status_unexpected', { status })
      expect(classifyProbeError(error)).toEqual({ kind: 'failed', error })
    }
  )
})

describe('every other failure stands, because it says nothing about the era', () => {
  it.each([
    new GovernedError('credential_rejected', { status: 401 }),
    new GovernedError('credential_rejected', { status: 403 }),
    new GovernedError('redirect_denied', { status: 307 }),
    new GovernedError('response_invalid', { reason: 'media_type', status: 200 }),
    new GovernedError('response_invalid', { reason: 'no_answer', status: 202 }),
    new GovernedError('message_invalid', { reason: 'duplicate_member', offset: 1 }),
    new GovernedError('bound_exceeded', { bound: 'maxMessageBytes', limit: 1, seen: 2 }),
    new GovernedError('endpoint_unreachable', { reason: 'refused' }),
    new GovernedError('stream_ended', {}),
    new GovernedError('session_expired', {}),
    new GovernedError('process_exited', { exitCode: 1, signal: null }),
    new GovernedError('deadline_exceeded', { bound: 'connectDeadlineMs', limit: 1 }),
    new GovernedError('cancelled', {}),
    new TypeError('a fault of ours')
  ])('$name $code', (error) => expect(classifyProbeError(error)).toEqual({ kind: 'failed', error }))
})
