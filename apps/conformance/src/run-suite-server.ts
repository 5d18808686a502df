/** The server with the tools of the suite, on standard input and output. It ends with its input. */
import { createSuiteServer } from './servers-under-test.ts'

await createSuiteServer().serveStdio()
