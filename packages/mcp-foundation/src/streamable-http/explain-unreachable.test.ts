import { expect, it } from 'vitest'
import { unreachable, unreachableReason } from './explain-unreachable.ts'

it.each([
  ['ENOTFOUND', 'dns'],
  ['EAI_AGAIN', 'dns'],
  ['ECONNREFUSED', 'refused'],
  ['ECONNRESET', 'reset'],
  ['EPIPE', 'reset'],
  ['UND_ERR_SOCKET', 'reset'],
  ['ETIMEDOUT', 'timeout'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'tls'],
  ['CERT_HAS_EXPIRED', 'tls'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'tls'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'tls'],
  ['ERR_SSL_WRONG_VERSION_NUMBER', 'tls'],
  ['EHOSTUNREACH', 'other'],
  ['HPE_INVALID_CONSTANT', 'other'],
  ['UND_ERR_HEADERS_OVERFLOW', 'other']
])('%s is %s', (code, reason) => {
  expect(unreachableReason(Object.assign(new Error('x'), { code }))).toBe(reason)
})

it.each([null, undefined, 'ECONNRESET', new Error('ECONNRESET'), { code: 3 }])('%s is other', (error) => {
  expect(unreachableReason(error)).toBe('other')
})

it('keeps no bytes of the peer', () => {
  const error = unreachable(Object.assign(new Error('x'), { code: 'HPE_INVALID_CONSTANT', data: 's3cret' }))
  expect(error.details).toEqual({ reason: 'other' })
  expect(error.cause).not.toHaveProperty('data')
})
