import { expectThrownCode } from '@b10x/testkit'
import { createParser } from 'eventsource-parser'
import { assert, array, constantFrom, integer, property, string, tuple } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createEventStreamReader } from './read-event-stream.ts'

const BOUNDS = { maxSseEvents: 100, maxSseEventBytes: 1000, maxMessageBytes: 1000 }

function read(chunks: readonly (string | Uint8Array)[], bounds = BOUNDS) {
  const messages: string[] = []
  const reader = createEventStreamReader(bounds, (data) => messages.push(data) > 0)
  for (const chunk of chunks) reader.feed(Buffer.from(chunk))
  return { messages, reader }
}

function cutAt(bytes: Uint8Array, sizes: readonly number[]): Uint8Array[] {
  const chunks: Uint8Array[] = []
  let start = 0
  for (const size of sizes) {
    chunks.push(bytes.subarray(start, start + size))
    start += size
  }
  return [...chunks, bytes.subarray(start)]
}

describe('createEventStreamReader', () => {
  it.each([
    ['LF', '\n'],
    ['CR', '\r'],
    ['CRLF', '\r\n']
  ])('ends lines at %s, and the last one at once', (_name, end) => {
    expect(read([`event: message${end}data: {"a":1}${end}${end}`]).messages).toEqual(['{"a":1}'])
  })

  it.each([
    ['joins data lines', 'data: a\ndata: b\n\n', ['a\nb']],
    ['drops one space only', 'data:  a\n\ndata:b\n\n', [' a', 'b']],
    ['drops a byte order mark at the start', '\ufeffdata: a\n\n', ['a']],
    ['keeps the mark elsewhere', 'data: a\n\n\ufeffdata: b\n\n', ['a']],
    ['ignores comments', ': hi\ndata: a\n:\n\n', ['a']],
    ['ignores unknown fields', 'datax: b\ndat: c\nfoo\ndata: a\n\n', ['a']],
    ['ignores other events', 'event: ping\ndata: a\n\nevent: message\ndata: b\n\nevent:\ndata: c\n\n', ['b', 'c']],
    ['ignores empty data', 'id: 1\ndata:\n\ndata\n\ndata: a\n\n', ['a']],
    ['does not end an unfinished event', 'data: a\n', []],
    ['keeps text of all planes', 'data: \u00e9\u4e16\u{1f600}\n\n', ['\u00e9\u4e16\u{1f600}']]
  ])('%s', (_name, text, expected) => {
    expect(read([text]).messages).toEqual(expected)
  })

  it('reads the same under every chunking', () => {
    const lines = constantFrom('data: {"a":"\u00e9\u{1f600}"}', 'data', 'data:', ': c', 'id: 4', 'id', 'event: x', 'event: message', 'retry: 7', 'z: 1', '')
    const text = array(tuple(lines, constantFrom('\n', '\r', '\r\n')), { maxLength: 30 })
    assert(
      property(text, array(integer({ min: 0, max: 9 }), { maxLength: 60 }), (parts, sizes) => {
        const bytes = Buffer.from(`\ufeff${parts.flat().join('')}`)
        const whole = read([bytes])
        const cut = read(cutAt(bytes, sizes))
        expect(cut.messages).toEqual(whole.messages)
        expect(cut.reader.lastEventId()).toBe(whole.reader.lastEventId())
        expect(cut.reader.retryMs()).toBe(whole.reader.retryMs())
      })
    )
  })

  it('agrees with eventsource-parser on what ends in a line feed', () => {
    const line = tuple(constantFrom('data: ', 'data:', 'event: message', 'event: ping', ': ', 'x', 'id: 1', '', ''), string({ unit: 'grapheme', maxLength: 5 }))
    assert(
      property(array(line, { maxLength: 20 }), (lines) => {
        const text = lines.map(([field, rest]) => `${field === '' ? '' : field + rest.replaceAll(/[\r\n]/g, '')}\n`).join('')
        const theirs: string[] = []
        createParser({
          onEvent: ({ data, event }) => {
            if (data !== '' && (event === undefined || event === 'message')) theirs.push(data)
          }
        }).feed(text)
        expect(read([text]).messages).toEqual(theirs)
      })
    )
  })

  it('remembers the id of the last complete event and what the server asked to wait', () => {
    const { reader } = read(['retry: 250\nid: a\ndata:\n\nid: b\n\n', 'id: c\ndata: x\n'])
    expect([reader.lastEventId(), reader.retryMs()]).toEqual(['b', 250])
    reader.restart()
    reader.feed(Buffer.from('\n\n'))
    expect(reader.lastEventId()).toBe('b')
  })

  it.each([
    ['an id with NUL', 'id: a\n\nid: b\0\n\n', 'a'],
    ['an empty id, which clears it', 'id: a\n\nid\n\n', null]
  ])('handles %s', (_name, text, expected) => {
    expect(read([text]).reader.lastEventId()).toBe(expected)
  })

  it.each(['retry: x', 'retry: -1', 'retry: 1.5', 'retry:'])('ignores %j', (line) => {
    expect(read([`retry: 9\n${line}\n\n`]).reader.retryMs()).toBe(9)
  })

  it('stops looking when the message was the last one wanted', () => {
    const seen: string[] = []
    const reader = createEventStreamReader(BOUNDS, (data) => seen.push(data) < 2)
    expect(reader.feed(Buffer.from('data: 1\n\ndata: 2\n\ndata: \u00ff'))).toBe(false)
    expect(seen).toEqual(['1', '2'])
  })

  it.each([
    ['data', 'data: \x80\n'],
    ['a comment', ': \xff\n'],
    ['an unknown field', 'x: \xc0\xaf\n'],
    ['an id', 'id: \xed\xa0\x80\n'],
    ['a cut sequence', 'data: \xf0\x9f\n']
  ])('refuses %s that is not UTF-8', (_where, latin1) => {
    const { details } = expectThrownCode(() => read([Buffer.from(latin1, 'latin1')]), 'message_invalid')
    expect(details).toMatchObject({ reason: 'not_utf8' })
  })
})

describe('bounds of an event stream', () => {
  it.each([
    ['one line that never ends', 'maxSseEventBytes', [`data: ${'x'.repeat(500)}`, 'x'.repeat(500)], 1006],
    ['comments', 'maxSseEventBytes', [':\n'.repeat(600)], 1002],
    ['empty lines', 'maxSseEventBytes', ['\n'.repeat(1001)], 1001],
    ['carriage returns', 'maxSseEventBytes', ['\r'.repeat(1001)], 1001],
    ['events', 'maxSseEvents', ['data:\n\n'.repeat(101)], 101],
    ['ids without data', 'maxSseEvents', ['id: 1\n\n'.repeat(101)], 101]
  ])('refuses too many bytes or events: %s', (_name, bound, chunks, seen) => {
    const { details } = expectThrownCode(() => read(chunks), 'bound_exceeded')
    expect(details).toEqual({ bound, limit: BOUNDS[bound as keyof typeof BOUNDS], seen })
  })

  it('counts the data of one message, joined', () => {
    const bounds = { ...BOUNDS, maxMessageBytes: 7 }
    expect(read(['data: abc\ndata: def\n\n'], bounds).messages).toEqual(['abc\ndef'])
    const { details } = expectThrownCode(() => read(['data: abc\ndata: defg\n\n'], bounds), 'bound_exceeded')
    expect(details).toEqual({ bound: 'maxMessageBytes', limit: 7, seen: 8 })
  })

  it('starts to count anew with each event and each stream', () => {
    const event = `data: ${'x'.repeat(900)}\n\n`
    const { reader, messages } = read([event, event, event.slice(0, -1)])
    reader.restart()
    reader.feed(Buffer.from(event))
    expect(messages).toHaveLength(3)
  })

  it('counts events over all streams that resume one another', () => {
    const { reader } = read(['data:\n\n'.repeat(60)])
    reader.restart()
    expectThrownCode(() => reader.feed(Buffer.from('data:\n\n'.repeat(41))), 'bound_exceeded')
  })

  it('joins a large event from single bytes in linear memory', () => {
    const size = 50_000
    const { messages } = read(
      ['data: ', ...Array.from({ length: size }, () => 'x'), '\n\n'],
      { maxSseEvents: 1, maxSseEventBytes: size + 8, maxMessageBytes: size }
    )
    expect(messages[0]?.length).toBe(size)
  })
})
