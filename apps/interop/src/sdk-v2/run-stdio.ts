// A program: `run-stdio.ts tools` or `run-stdio.ts catalogue`, then `modern` to serve no older revision, or `old` to serve
// none newer than 2025-06-18.
import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio'
import { countAborts } from '../peers/abort-count.ts'
import { openCatalogue } from '../peers/tool-catalogue.ts'
import { createCatalogueServer } from './catalogue-server.ts'
import { createToolsServer } from './tools-server.ts'

const [what, only] = process.argv.slice(2)
const aborts = countAborts()
const catalogue = openCatalogue()

if (only === 'old') {
  const server = createToolsServer(aborts, { supportedProtocolVersions: ['2025-06-18', '2025-03-26'] })
  await server.connect(new StdioServerTransport())
} else {
  serveStdio(() => (what === 'catalogue' ? createCatalogueServer(catalogue) : createToolsServer(aborts)), {
    legacy: only === 'modern' ? 'reject' : 'serve'
  })
}
