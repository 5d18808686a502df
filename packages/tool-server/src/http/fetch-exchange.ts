import type { OpenWork, Work } from '../open-work.ts'
import type { Cancellable } from '../protocol/exchange.ts'
import type { HttpExchange, StreamSink } from './http-exchange.ts'
import type { RequestHead } from './request-head.ts'

/** One exchange of the web standard, and the response that is handed back for it. */
export interface FetchExchange extends HttpExchange {
  readonly response: Promise<Response>
}

/** Several lines of one header arrive joined here: whoever mounts this has to see to them. */
export function fetchExchange(request: Request, remoteAddress: string | undefined, open: OpenWork): FetchExchange {
  const url = new URL(request.url)
  const head: RequestHead = {
    method: request.method,
    remoteAddress,
    url: `${url.pathname}${url.search}`,
    header: (name) => request.headers.get(name) ?? (name === 'host' ? url.host : null),
    headerLines(name) {
      const value = head.header(name)
      return value === null ? [] : [value]
    }
  }
  const endsWithIt: Cancellable[] = []
  const { promise, resolve } = deferred<Response>()
  let isOver = false
  const over = (): boolean => {
    if (isOver) return false
    isOver = true
    request.signal.removeEventListener('abort', gone)
    open.end(work)
    return true
  }
  const gone = (): void => {
    if (!over()) return
    for (const one of endsWithIt) one.cancel()
    // Nobody is left to see it; whoever waits for the response of a request that was aborted goes on.
    resolve(new Response(null, { status: CLIENT_GONE }))
  }
  const work: Work = { abandon: gone, before: null, after: null }
  open.begin(work)
  request.signal.addEventListener('abort', gone, { once: true })
  if (request.signal.aborted) gone()
  return {
    head,
    response: promise,
    readBody: (limit) => readBody(request, limit),
    respond(status, headers, body) {
      over()
      resolve(new Response(status === 202 ? null : body, { status, headers }))
    },
    openStream(headers) {
      const { readable, sink } = createStream(gone, over)
      resolve(new Response(readable, { status: 200, headers }))
      return sink
    },
    onGone: (one) => void endsWithIt.push(one)
  }
}

/** As some proxies write it down: the client closed the request. */
const CLIENT_GONE = 499

function deferred<T>(): { readonly promise: Promise<T>; readonly resolve: (value: T) => void } {
  let resolve!: (value: T) => void
  const promise = new Promise<T>((settle) => (resolve = settle))
  return { promise, resolve }
}

function createStream(gone: () => void, over: () => void): { readonly readable: ReadableStream<Uint8Array>; readonly sink: StreamSink } {
  const encoder = new TextEncoder()
  let controller!: ReadableStreamDefaultController<Uint8Array>
  let isOpen = true
  const readable = new ReadableStream<Uint8Array>({
    start: (given) => void (controller = given),
    cancel() {
      isOpen = false
      gone()
    }
  })
  const sink: StreamSink = {
    get isFlowing() {
      return isOpen && (controller.desiredSize ?? 0) > -16
    },
    write: (text) => {
      if (isOpen) controller.enqueue(encoder.encode(text))
    },
    end: () => {
      if (!isOpen) return
      isOpen = false
      over()
      controller.close()
    }
  }
  return { readable, sink }
}

async function readBody(request: Request, limit: number): Promise<Uint8Array | 'too_large' | 'gone'> {
  if (request.body === null) return new Uint8Array(0)
  const reader = request.body.getReader()
  const chunks: Uint8Array[] = []
  let length = 0
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return chunks.length === 1 ? (chunks[0] as Uint8Array) : Buffer.concat(chunks)
      length += value.length
      if (length > limit) {
        await reader.cancel()
        return 'too_large'
      }
      chunks.push(value)
    }
  } catch {
    return 'gone'
  }
}
