import { expect, test } from 'vitest'
import { findForwardedToken, namesClientToken } from './forwarded-token.ts'

test.each([
  'headers: { authorization: req.headers.authorization }',
  'headers: { Authorization: `Bearer ${extra.authInfo.token}` },',
  "headers.set('Authorization', `Bearer ${ctx.http.authInfo.token}`)",
  "upstream.headers['authorization'] = req.headers['authorization']",
  'const h = { Authorization: `Bearer ${inboundToken}` }',
  'headers={"Authorization": request.headers.authorization}',
  "Authorization: 'Bearer ' + extra.authInfo!.token",
  "h.append('authorization', c.req.header.get('x') ?? request.headers.get('authorization'))".replace("c.req.header.get('x') ?? ", '')
])('%s forwards what came in', line => {
  expect(findForwardedToken(line)).toBeGreaterThanOrEqual(0)
})

test.each([
  'const authorization = req.headers.authorization',
  'await verifyToken({ authorization: req.headers.authorization })',
  'headers: { authorization: `Bearer ${upstreamToken}` }',
  'headers: { Authorization: `Bearer ${await archive.token()}` }',
  'if (!extra.authInfo.token) throw unauthorized()',
  'const token = await exchangeToken(extra.authInfo.token)',
  'headers: { authorization: credentials.header }',
  "'WWW-Authenticate': 'Bearer resource_metadata=...'"
])('%s does not', line => {
  expect(findForwardedToken(line)).toBe(-1)
})

test.each([
  "The caller's bearer token",
  'User token, passed through',
  'Inbound access token',
  'The Authorization header is forwarded',
  'Passthrough',
  "Client's token",
  'Forwards the token'
])('"%s" names the token of the client', cell => {
  expect(namesClientToken(cell)).toBe(true)
})

test.each([
  'Client credentials of the server',
  'Own API key',
  'Token from a client credentials grant',
  'Token exchanged for each user (RFC 8693)',
  'Never the token of the client',
  'Service account',
  "The server's own token, not the user's token"
])('"%s" does not', cell => {
  expect(namesClientToken(cell)).toBe(false)
})
