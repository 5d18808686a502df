// A program that serves the example tools over its standard input and output.
import { createToolServer } from '../create-tool-server.ts'
import { examplePort } from './example-port.ts'

await createToolServer(examplePort(), { name: 'example', version: '1.2.3' }).serveStdio()
