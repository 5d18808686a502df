import { isUtf8 } from 'node:buffer'
import { parseJson } from '@b10x/mcp-foundation'
import type { HeaderList, HttpExchange, HttpRequest, JsonObject } from '@b10x/ports'
import { GovernedError } from '@b10x/ports/errors'
import { isJsonObject } from '../protocol/json-members.ts'
import { AUTHENTICATOR_BOUNDS } from './authenticator-bounds.ts'

/**
 * One JSON object of an authorization server: status 200, no redirect, no content coding, strict JSON, within its bounds.
 * Nothing else is looked at: no word of the server goes anywhere.
 * @throws GovernedError `authenticator_unavailable`, with what a socket said as its cause
 */
export async function fetchDocument(exchange: HttpExchange, request: Pick<HttpRequest, 'method' | 'url' | 'headers' | 'body'>): Promise<JsonObject> {
  const chunks: Uint8Array[] = []
  let length = 0
  const sink = {
    onHead(status: number, headers: HeaderList) {
      const coding = headers.find(([name]) => name === 'content-encoding')?.[1] ?? 'identity'
      if (status !== 200 || coding !== 'identity') throw unavailable()
    },
    onChunk(chunk: Uint8Array) {
      length += chunk.length
      if (length > AUTHENTICATOR_BOUNDS.maxDocumentBytes) throw unavailable()
      chunks.push(chunk)
      return true
    }
  }
  const deadline = new AbortController()
  const timer = setTimeout(() => deadline.abort(unavailable()), AUTHENTICATOR_BOUNDS.fetchDeadlineMs)
  try {
    await exchange.exchange({ ...request, signal: deadline.signal, onDispatch: () => undefined }, sink)
    const bytes = Buffer.concat(chunks)
    const document = isUtf8(bytes) ? parseJson(bytes.toString()) : undefined
    if (!isJsonObject(document)) throw unavailable()
    return document
  } catch (error) {
    throw unavailable(error instanceof GovernedError ? error : undefined)
  } finally {
    clearTimeout(timer)
  }
}

function unavailable(cause?: GovernedError): GovernedError {
  return new GovernedError('authenticator_unavailable', {}, { cause: cause?.code === 'authenticator_unavailable' ? cause.cause : cause })
}
