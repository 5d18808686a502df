// Connects over stdio, closes, and must then end by itself: a probe timer of ten minutes would hold it.
import { connect } from '../connect.ts'
import { stdioTransport } from '../stdio.ts'

const [command = '', ...args] = process.argv.slice(2)
const client = await connect(stdioTransport({ command, args }), { probeTimeoutMs: 600_000 })
console.log(client.protocolVersion)
await client.close()
