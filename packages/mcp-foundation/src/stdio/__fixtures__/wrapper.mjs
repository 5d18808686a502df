// Starts another program on its own standard streams, like npx and shell wrappers do, and leaves when it leaves.
// With --leave it leaves at once.
import { spawn } from 'node:child_process'

const [flag, ...command] = process.argv.slice(2)
const child = spawn(process.execPath, flag === '--leave' ? command : [flag, ...command], { stdio: 'inherit' })
if (flag === '--leave') child.once('spawn', () => process.exit(0))
else child.once('exit', () => process.exit(0))
