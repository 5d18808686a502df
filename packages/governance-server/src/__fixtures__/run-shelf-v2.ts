// The honest server on the official SDK 2.x, over stdio.
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { createShelf } from './create-shelf.ts'

serveStdio(createShelf)
