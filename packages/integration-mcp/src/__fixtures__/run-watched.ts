// Prepares and invokes a service in a process whose file accesses are all recorded, and prints what was touched.
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { fileURLToPath } from 'node:url'

const touched: string[] = []
const [url = '', planted = ''] = process.argv.slice(2)

watch(fs as unknown as Record<string, unknown>)
watch(fs.promises as unknown as Record<string, unknown>)
syncBuiltinESMExports()
const environment: string[] = []
const variables = process.env
process.env = new Proxy(variables, {
  get(target, name) {
    environment.push(String(name))
    return Reflect.get(target, name) as unknown
  }
})

const { createMemorySecretStore } = await import('@b10x/testkit')
const { prepareService } = await import('../prepare/prepare-service.ts')
const { createLoopbackEgress } = await import('./loopback-egress.ts')
const { AUTHORITY, bindingsOf, reviewServer } = await import('./review-server.ts')

const profile = await reviewServer(url)
const egress = createLoopbackEgress(url)
touched.length = 0
environment.length = 0
const service = (await prepareService(profile, { egress, secrets: createMemorySecretStore({ 'sample-token': 'custody-token-0123456789' }) })).bind(bindingsOf(profile))
const { lease, connectionRef } = service.describe('sample.op_0', AUTHORITY)
await service.invoke({ operationRef: 'sample.op_0', connectionRef, lease, arguments: {}, authority: AUTHORITY })
await service.close()
await egress.close()
const seen = [...touched]
// What shows that the watch sees: both ways to read that Node has.
await fs.promises.readFile(planted)
fs.readFileSync(planted)
console.log(JSON.stringify({ touched: seen, environment: [...new Set(environment)], control: touched.filter((path) => path === planted).length }))

function watch(functions: Record<string, unknown>): void {
  for (const [name, real] of Object.entries(functions)) {
    if (typeof real !== 'function' || /^[A-Z_]/.test(name)) continue
    functions[name] = (...args: readonly unknown[]): unknown => {
      const [path] = args
      if (typeof path === 'string' || path instanceof URL || Buffer.isBuffer(path)) touched.push(path instanceof URL ? fileURLToPath(path) : String(path))
      return Reflect.apply(real, functions, args) as unknown
    }
  }
}
