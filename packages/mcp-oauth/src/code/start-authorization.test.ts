import { expect, it } from 'vitest'
import { scriptedLogin } from '../__fixtures__/scripted-login.ts'
import { startScriptedWorld } from '../__fixtures__/start-scripted-world.ts'

it('O-11: every attempt has a state, a verifier and an S256 challenge of its own, of 256 bits', async () => {
  await using world = await startScriptedWorld()
  world.token = () => ({ json: { access_token: 'a', token_type: 'Bearer' } })
  const seen: string[] = []
  for (let attempt = 1; attempt <= 8; attempt += 1) {
    const login = scriptedLogin(world)
    await login.letIn()
    const query = login.urls[0]?.searchParams
    const verifier = world.authority.arrivals.at(-1)?.form.get('code_verifier') ?? ''
    expect([query?.get('code_challenge_method'), query?.get('code_challenge')]).toEqual(['S256', await challengeOf(verifier)])
    seen.push(query?.get('state') ?? '', verifier)
  }
  expect(seen.filter((value) => Buffer.from(value, 'base64url').length !== 32)).toEqual([])
  expect(new Set(seen).size).toBe(16)
})

async function challengeOf(verifier: string): Promise<string> {
  return Buffer.from(await crypto.subtle.digest('SHA-256', Buffer.from(verifier))).toString('base64url')
}
