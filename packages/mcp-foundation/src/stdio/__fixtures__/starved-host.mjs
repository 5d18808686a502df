// Opens one server, uses up every file descriptor, and opens another; prints how that went and that the first still works.
import { openSync } from 'node:fs'
import { openFixture } from './open-fixture.ts'

const first = await openFixture()
await first.ask('echo')
const exhaust = () => {
  for (;;) openSync('/dev/null')
}
try {
  exhaust()
} catch {}
const { code, cause } = await openFixture().catch((error) => error)
const still = await first.ask('echo', { still: true })
await first.channel.close()
process.stdout.write(JSON.stringify({ code, cause: cause.code, still }))
