// The seam is a port, so that whoever else speaks HTTP (OAuth, egress) shares it.
export type { HttpExchange, HttpRequest, HttpResponseSink } from '@b10x/ports'
