// A program: our server on standard input and output.
import { createToolServer } from '@b10x/tool-server'
import { createServedTools } from './served-tools.ts'

await createToolServer(createServedTools(), { name: 'interop', version: '1.0.0', instructions: 'Ask for one thing at a time.' }).serveStdio()
