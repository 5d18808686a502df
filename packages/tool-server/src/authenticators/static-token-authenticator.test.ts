import { expectThrownCode } from '@b10x/testkit'
import { expect, it } from 'vitest'
import { ask } from '../__fixtures__/ask.ts'
import { staticTokenAuthenticator } from './static-token-authenticator.ts'

const [ALICE, BOB] = [{ subject: 'alice', scopes: ['a'] }, { subject: 'bob', scopes: [] }]
const asked = staticTokenAuthenticator({ 'dev-alice-0123456789': ALICE, 'dev-bob-0123456789': BOB })

it('knows its tokens, whole and to the letter', async () => {
  expect(await ask(asked, 'dev-alice-0123456789')).toBe(ALICE)
  expect(await ask(asked, 'dev-bob-0123456789')).toBe(BOB)
  for (const token of ['dev-alice-012345678', 'dev-alice-01234567890', 'DEV-alice-0123456789', '', '__proto__', 'toString']) expect(await ask(asked, token)).toBe('invalid')
  expect(await ask(asked, null)).toBe('missing')
})

it.each([[{}], [{ 'fifteen-letters': ALICE }], [{ '': ALICE }], [{ 'a token with spaces': ALICE }]])('refuses what is no token: %j', (principals) => {
  expect(expectThrownCode(() => staticTokenAuthenticator(principals), 'option_invalid').details['option']).toBe('principals')
})
