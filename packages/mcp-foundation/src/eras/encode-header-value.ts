/**
 * A header value that mirrors a body value (MCP 2026-07-28, Streamable HTTP, value encoding): plain where it is visible
 * ASCII without outer white space and cannot be mistaken for an encoded one, else Base64 of its UTF-8 form.
 */
export function encodeHeaderValue(value: string): string {
  const plain = /^[\x20-\x7e\t]*$/.test(value) && value.trim() === value && !looksEncoded(value)
  return plain ? value : `=?base64?${Buffer.from(value).toString('base64')}?=`
}

/** Also `=?base64?=`, which a reader that looks at both ends takes for an encoded value. */
function looksEncoded(value: string): boolean {
  return value.startsWith('=?base64?') && value.endsWith('?=')
}
