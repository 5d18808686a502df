// A tools-only MCP server on nothing but node:http: what a stranger's server looks like to an installed package.
// It speaks the revision 2025-11-25 and answers in plain JSON.
const http = require('node:http')

const TOOL = {
  name: 'add',
  description: 'Adds two numbers.',
  inputSchema: { type: 'object', properties: { a: { type: 'number' }, b: { type: 'number' } }, required: ['a', 'b'] },
  annotations: { readOnlyHint: true }
}

const ANSWERS = {
  initialize: () => ({ protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 'raw', version: '1.0.0' } }),
  'tools/list': () => ({ tools: [TOOL] }),
  'tools/call': ({ arguments: { a, b } }) => ({ content: [{ type: 'text', text: String(a + b) }] })
}

function answer({ id, method, params }) {
  const found = Object.hasOwn(ANSWERS, method)
  return { jsonrpc: '2.0', id, ...(found ? { result: ANSWERS[method](params) } : { error: { code: -32601, message: 'Method not found' } }) }
}

async function handle(request, response) {
  const chunks = []
  for await (const chunk of request) chunks.push(chunk)
  if (request.method !== 'POST') return response.writeHead(405).end()
  const message = JSON.parse(Buffer.concat(chunks).toString('utf8'))
  if (message.id === undefined) return response.writeHead(202).end()
  return response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer(message)))
}

/** Resolves to its address and the function that stops it. */
exports.startRawServer = async function startRawServer() {
  const server = http.createServer((request, response) => { void handle(request, response) })
  await new Promise((settle) => { server.listen(0, '127.0.0.1', settle) })
  const stop = () => new Promise((settle) => { server.close(settle); server.closeAllConnections() })
  return { url: `http://127.0.0.1:${server.address().port}/mcp`, stop }
}
