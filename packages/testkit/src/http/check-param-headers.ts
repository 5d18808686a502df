/** Custom parameter headers (`x-mcp-header`, mcp: streamable-http) as a server compares them. */
import { isRecord } from '../server/json-rpc.ts'

/** Decodes the `=?base64?…?=` form of a header value; other values are as they are. */
export function decodeHeaderValue(value: string): string {
  const encoded = /^=\?base64\?([A-Za-z0-9+/=]*)\?=$/.exec(value)?.[1]
  return encoded === undefined ? value : Buffer.from(encoded, 'base64').toString('utf8')
}

/** The first header that is missing, unwanted or different, by name; null when all agree. */
export function checkParamHeaders(
  schema: Readonly<Record<string, unknown>>,
  args: unknown,
  headers: Readonly<Record<string, string>>
): string | null {
  const properties = isRecord(schema['properties']) ? schema['properties'] : {}
  for (const [name, property] of Object.entries(properties)) {
    if (!isRecord(property)) continue
    const value = isRecord(args) && Object.hasOwn(args, name) ? args[name] : undefined
    const wrong = checkParamHeaders(property, value, headers) ?? checkOne(property, value, headers)
    if (wrong !== null) return wrong
  }
  return null
}

function checkOne(
  property: Readonly<Record<string, unknown>>,
  value: unknown,
  headers: Readonly<Record<string, string>>
): string | null {
  const suffix = property['x-mcp-header']
  if (typeof suffix !== 'string') return null
  const header = `Mcp-Param-${suffix}`
  const sent = headers[header.toLowerCase()]
  if (value === undefined || value === null) return sent === undefined ? null : header
  if (sent === undefined) return header
  const decoded = decodeHeaderValue(sent)
  const equal = typeof value === 'number' ? Number(decoded) === value : decoded === String(value)
  return equal ? null : header
}
