import type { Answer } from '../protocol/exchange.ts'
import type { HttpExchange } from './http-exchange.ts'

const JSON_HEADERS: Readonly<Record<string, string>> = { 'content-type': 'application/json' }
const NO_HEADERS: Readonly<Record<string, string>> = {}

/** One message as the whole response; without text an empty one. */
export function respond(exchange: HttpExchange, { status, text, headers }: Answer, more?: Readonly<Record<string, string>>): void {
  const type = text === '' ? NO_HEADERS : JSON_HEADERS
  exchange.respond(status, headers === undefined && more === undefined ? type : { ...type, ...more, ...headers }, text)
}
