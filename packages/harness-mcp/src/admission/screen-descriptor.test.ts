import { parseJson } from '@b10x/mcp-foundation'
import type { JsonValue, SnapshotTool } from '@b10x/mcp-foundation'
import { expect, it } from 'vitest'
import { hasUnseenText } from './screen-descriptor.ts'

const toolOf = (descriptor: JsonValue): SnapshotTool => ({ name: 't', digest: 'sha256:0', status: 'usable', descriptor })

// X-03, F14: what a person does not see, what turns text around, and what a terminal obeys.
const UNSEEN = {
  'a tag': '\u{e0049}\u{e0067}',
  'a variation selector of the supplement': 'a\u{e0100}',
  'a variation selector after a letter': 'a\ufe0f',
  'a control of direction': '\u202eevil',
  'an isolate': '\u2066x\u2069',
  'zero width': 'a\u200bb',
  'a joiner between letters': 'a\u200db',
  'a Hangul filler': '\u3164',
  'a soft hyphen': 'a\u00adb',
  'an invisible operator': 'a\u2063b',
  'an annotation': '\ufff9a\ufffb',
  'a blank Braille pattern': '\u2800',
  'an escape sequence': '\u001b[31mred',
  'a backspace': 'safe\b\b\b\bevil',
  'a lone carriage return': 'safe\revil',
  'C1': '\u009b31m',
  'half a character': '\ud800'
}

const PLACES = {
  name: (text: string) => ({ name: text }),
  title: (text: string) => ({ title: text }),
  description: (text: string) => ({ description: text }),
  'a property name': (text: string) => ({ inputSchema: { properties: { [text]: {} } } }),
  'an enum value': (text: string) => ({ inputSchema: { properties: { a: { enum: [text] } } } }),
  'an unknown member': (text: string) => ({ _meta: { deep: [{ x: text }] } })
}

it.each(Object.entries(UNSEEN))('X-03: %s is found in every place', (_, text) => {
  expect(Object.entries(PLACES).filter(([, place]) => !hasUnseenText(toolOf(place(text)))).map(([name]) => name)).toEqual([])
})

it.each(['Lists issues.\n\tOf one project.\r\n', 'Grüße, 世界, שלום, مرحبا', '👩‍💻 ❤️ 1️⃣ 🇩🇪', 'C:\\users, \\u200b spelt out', ''])('%o is seen', (text) => {
  expect(hasUnseenText(toolOf({ name: 't', description: text }))).toBe(false)
})

it('an exact number is no text', () => {
  expect(hasUnseenText(toolOf(parseJson('{"maximum":9007199254740993}')))).toBe(false)
})
