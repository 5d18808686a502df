import type { RequestHead } from './request-head.ts'

/** One JSON document as it is, in UTF-8. Anything a browser sends without asking first is none (M-18). */
export function sendsJson(head: RequestHead): boolean {
  const type = head.header('content-type')
  if (type === null) return false
  const encoding = head.header('content-encoding')
  if (encoding !== null && encoding.toLowerCase() !== 'identity') return false
  if (type === 'application/json') return true
  return /^\s*application\/json\s*(?:;\s*charset\s*=\s*"?utf-8"?\s*)?$/i.test(type)
}

export interface Accepted {
  readonly json: boolean
  readonly events: boolean
}

const BOTH: Accepted = { json: true, events: true }

/** What the client takes for an answer (RFC 9110, 12.5.1, without weights but zero). No header: JSON. */
export function acceptedTypes(accept: string | null): Accepted {
  if (accept === 'application/json, text/event-stream') return BOTH
  if (accept === null) return { json: true, events: false }
  const ranges = accept.split(',').flatMap((part) => {
    const [range = '', ...parameters] = part.toLowerCase().split(';')
    return parameters.some((parameter) => /^\s*q\s*=\s*0(?:\.0*)?\s*$/.test(parameter)) ? [] : [range.trim()]
  })
  const takes = (...types: readonly string[]): boolean => ranges.some((range) => types.includes(range))
  return { json: takes('application/json', 'application/*', '*/*'), events: takes('text/event-stream', 'text/*') }
}
