// A program: `run-stdio.ts tools` or `run-stdio.ts catalogue`.
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { countAborts } from '../peers/abort-count.ts'
import { openCatalogue } from '../peers/tool-catalogue.ts'
import { createCatalogueServer } from './catalogue-server.ts'
import { createToolsServer } from './tools-server.ts'

const server = process.argv[2] === 'catalogue' ? createCatalogueServer(openCatalogue()) : createToolsServer(countAborts())
await server.connect(new StdioServerTransport())
