/** A process that does nothing but start the scripted server, as npx, a shell or a package runner would. */
import { spawn } from 'node:child_process'
import { logStart, readScript } from './peer-folder.ts'

const [, , folder = '', program = ''] = process.argv
logStart(folder, 'wrapper')
const detached = readScript(folder).stdio.wrapped === 'detached'
const server = spawn(process.execPath, [program, folder], { stdio: 'inherit', detached })
server.once('exit', (code) => process.exit(code ?? 1))
