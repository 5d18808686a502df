// Writes without end to one stream, never a newline. `stdout` or `stderr`, in bytes: node flood.mjs stdout 1000000000
import { writeSync } from 'node:fs'

const [stream, bytes] = process.argv.slice(2)
const chunk = Buffer.alloc(1024 * 1024, 'x')
const fd = stream === 'stdout' ? 1 : 2
if (fd === 1) writeSync(1, '{')
for (let left = Number(bytes); left > 0; ) {
  try {
    left -= writeSync(fd, chunk)
  } catch (error) {
    if (error.code !== 'EAGAIN') process.exit(1)
  }
}
if (fd === 2) process.stdout.write('{"jsonrpc":"2.0","id":1,"result":{}}\n')
process.stdin.resume()
