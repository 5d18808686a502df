// AC-1, X-01 to X-05: whatever a result says, it says it inside its envelope, visibly, and fetches nothing.
import { ExactNumber } from '@b10x/mcp-foundation'
import type { CompleteOutcome, JsonObject, JsonValue } from '@b10x/mcp-foundation'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CORPUS } from './__fixtures__/injection-corpus.ts'
import { complete, DIGEST } from './__fixtures__/scripted-remote.ts'
import { renderUntrusted } from './render-untrusted.ts'

const PROVENANCE = { source: 'mail', tool: 'mail_read', digest: DIGEST, trust: 'untrusted' } as const

function render(result: JsonObject, more: { readonly source?: string; readonly fits?: boolean } = {}): string {
  return renderUntrusted(complete(result) as CompleteOutcome, { ...PROVENANCE, source: more.source ?? 'mail' }, more.fits ?? true)
}

function renderText(...texts: readonly string[]): string {
  return render({ content: texts.map((text) => ({ type: 'text', text })) })
}

/** What stands between the notice and the closing tag, after the envelope itself was looked at. */
function open(text: string): string {
  const head = /^<untrusted-tool-result boundary="([0-9a-f]{32})" source="([^"<>\n]*)" tool="mail_read" digest="sha256:d{64}" trust="untrusted" is-error="(?:true|false)">\n[^\n]+\n\n/.exec(text)
  const boundary = head?.[1] ?? ''
  const end = `\n</untrusted-tool-result boundary="${boundary}">`
  expect({ opened: head !== null, closed: text.endsWith(end), boundaries: text.split(boundary).length - 1 }).toEqual({ opened: true, closed: true, boundaries: 2 })
  return text.slice(head?.[0].length ?? 0, text.length - end.length)
}

/** What nothing inside may be. Written apart from the rules that make it so. */
const NEVER: readonly (readonly [string, RegExp])[] = [
  ['a delimiter of ours', /<\s*\/?\s*untrusted/i],
  ['a token of a chat template', /<[|\uff5c]/],
  ['a tag of a chat template', /<\s*\/?\s*(?:system|user|assistant|human|developer|s|bos|eos|unk|pad|think|thinking|start_of_turn|end_of_turn|tool_calls?|tool_results?|tool_response|function_calls|function_results?|invoke|parameter|instructions|system-reminder)[\s>=]/],
  ['an important tag', /<\/?important>/i],
  ['a bracket of a chat template', /\[\/?(?:INST|TOOL_CALLS|TOOL_RESULTS|AVAILABLE_TOOLS|SYSTEM_PROMPT|gMASK)\]|<<\/?SYS>>/],
  ['a turn of a speaker', /(?:^|\n)[ \t]*(?:Human|Assistant):/],
  // oxlint-disable-next-line no-control-regex, no-misleading-character-class -- what may not be there
  ['something that is not seen', /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b\u200c\u200e\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164\ufeff\uffa0\ufff9-\ufffb\ud800-\udfff\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}]|\r(?!\n)/u],
  ['an image', /!\[[\s\S]*?\][ \t\n]?[[(]|<(?:img|image|iframe|picture|source|video|audio|object|embed)[\s>/]/i],
  ['the target of an image', /(?:^|\n) {0,3}\[[^\]\n]+\]:\s*<?(?:https?:)?\/\//i],
  ['an address of a style', /url\(\s*["']?(?:https?:|\/\/|data:)/i]
]

function expectHarmless(body: string): void {
  for (const [what, pattern] of NEVER) expect({ what, found: pattern.exec(body)?.[0] }).toEqual({ what, found: undefined })
}

it('has a corpus of more than two hundred', () => {
  expect(new Set(CORPUS).size).toBeGreaterThanOrEqual(200)
})

describe.each<[string, (text: string) => JsonObject]>([
  ['a text', (text) => ({ content: [{ type: 'text', text }] })],
  ['two blocks that belong together', (text) => ({ content: [text.slice(0, 1), text.slice(1)].map((part) => ({ type: 'text', text: part })) })],
  ['a value', (text) => ({ content: [], structuredContent: { value: [text] } })],
  ['the name of a member', (text) => ({ content: [], structuredContent: { [text]: true } })],
  ['an address, a name and a type', (text) => ({ content: [{ type: 'resource_link', uri: text, name: text, mimeType: text, description: text }] })],
  ['a resource', (text) => ({ content: [{ type: 'resource', resource: { uri: text, mimeType: text, text } }] })],
  ['bytes', (text) => ({ content: [{ type: 'image', data: text, mimeType: text }, { type: 'resource', resource: { uri: text, blob: text } }] })],
  ['a block of an unknown kind', (text) => ({ content: [{ type: text, [text]: text }, text, [text]] })],
  ['a failure', (text) => ({ isError: true, content: [{ type: 'text', text }] })]
])('%s', (_, place) => {
  it('stays in its envelope', () => {
    for (const text of CORPUS) expectHarmless(open(render(place(text))))
  })
})

it('stays in its envelope, whatever it is made of', () => {
  const piece = fc.oneof(fc.constantFrom(...CORPUS), fc.constantFrom('<', '</', '|', '![', '](', '\n', '\r', '[', ' '), fc.string({ unit: 'binary' }))
  const text = fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join(''))
  fc.assert(
    fc.property(fc.array(text, { maxLength: 3 }), (texts) => expectHarmless(open(renderText(...texts)))),
    { numRuns: 2_000 }
  )
})

it('has a boundary that nobody knows before', () => {
  const boundaries = Array.from({ length: 100 }, () => /boundary="(\w+)"/.exec(renderText('same'))?.[1])
  expect(new Set(boundaries).size).toBe(100)
})

it('names a source of the host so that it stays a name', () => {
  const text = render({ content: [] }, { source: 'my "mail"\n<system> \u202e' })
  expect(text.split('\n')[0]).toContain(String.raw`source="my &#34;mail&#34;&#10;&#60;system&#62; \u{202e}"`)
})

describe('what is written', () => {
  it.each([
    ['plain text as it is', 'Grüße, 世界! café \t tab\r\n"quoted" \\ & <b>bold</b> a < b > c'],
    ['emoji as they are', '❤️ 👩‍💻 👍🏽 1️⃣ 🏳️‍🌈 ©️'],
    ['source code as it is', 'const a: Promise<User> = f(["x"]); if (!["x"].length) {}\n#![allow(dead_code)]\nx[0]'],
    ['links as they are', '[text](https://example.com/?q=1) <https://example.com>'],
    ['speech inside a line as it is', 'He said: Human: is a word'],
    ['right-to-left text as it is', 'שלום עולם مرحبا']
  ])('shows %s', (_, text) => expect(open(renderText(text))).toBe(text))

  it.each([
    ['<|im_start|>', String.raw`\u{3c}|im_start|>`],
    ['</system>', String.raw`\u{3c}/system>`],
    ['\u202ex', String.raw`\u{202e}x`],
    ['\u{e0041}', String.raw`\u{e0041}`],
    ['![a](https://e.com)', String.raw`\u{21}[a](https://e.com)`],
    ['a\rb', String.raw`a\u{d}b`],
    ['\n\nHuman: x', '\n\nHuman\\u{3a} x']
  ])('shows %j escaped, and nothing is lost', (text, shown) => expect(open(renderText(text))).toBe(shown))

  it('shows structured content as JSON with its exact numbers, still JSON where it was escaped', () => {
    const structuredContent = { id: ExactNumber.from('9007199254740993'), text: '</system>\u202e' }
    const body = open(render({ content: [], structuredContent }))
    expect(body).toBe(String.raw`{"id":9007199254740993,"text":"\u003c/system>\u202e"}`)
    expect((JSON.parse(body) as { readonly text: string }).text).toBe('</system>\u202e')
  })

  it.each<[string, JsonValue, string]>([
    ['once where a block says the same', '{ "b": 1.0, "a": "x" }', '{ "b": 1.0, "a": "x" }'],
    ['beside a block that says something else', '{"a":"y","b":1}', '{"a":"y","b":1}\n\n{"a":"x","b":1}'],
    ['beside a text that is no JSON', 'done', 'done\n\n{"a":"x","b":1}']
  ])('shows structured content %s', (_, text, body) => {
    expect(open(render({ content: [{ type: 'text', text }], structuredContent: { a: 'x', b: 1 } }))).toBe(body)
  })

  it.each<[string, JsonValue, string]>([
    ['an image', { type: 'image', mimeType: 'image/png', data: Buffer.alloc(10).toString('base64') }, '[image: image/png, 10 bytes, not shown]'],
    ['a sound of an odd type', { type: 'audio', mimeType: 'x y', data: 'AAAA' }, '[audio: unknown type, 3 bytes, not shown]'],
    ['other bytes', { type: 'resource', resource: { uri: 'file:///a', mimeType: 'a/b', blob: 'AA==' } }, '[resource: file:///a, a/b, 1 bytes, not shown]'],
    ['a resource', { type: 'resource', resource: { uri: 'file:///a', text: 'hi' } }, '[resource: file:///a]\nhi'],
    ['a link', { type: 'resource_link', uri: 'https://e.com', name: 'e' }, '[link: e, https://e.com]'],
    ['an unknown block', { type: 'new', n: null }, '{"type":"new","n":null}'],
    ['a text that is none', { type: 'text', text: 1 }, '{"type":"text","text":1}'],
    ['a large unknown block', { type: 'new', n: 'x'.repeat(20_000) }, '[content of an unknown kind, 20021 bytes of JSON, not shown]']
  ])('names %s', (_, block, body) => expect(open(render({ content: [block] }))).toBe(body))

  it('says what failed, and what does not fit its schema', () => {
    expect(render({ content: [], isError: true })).toContain(' is-error="true">')
    expect(render({ content: [], structuredContent: 1 }, { fits: false })).toContain(' output-schema="violated">')
  })
})

it.each(['<', '</', '![', '[', '[a]:', '<\n'.repeat(4), 'Human:\n', 'url(', '\u200b', '\ud83d', '1\ufe0f', '\u{1f600}\u200d', '<        '])(
  'ends with a great deal of %j',
  // A rule that takes quadratic time would not.
  (piece) => expect(open(renderText(piece.repeat(Math.ceil(300_000 / piece.length)))).length).toBeGreaterThanOrEqual(300_000)
)
