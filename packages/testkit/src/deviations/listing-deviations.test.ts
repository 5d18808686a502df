import { expect, test } from 'vitest'
import { eventData, postModern } from '../http/raw-exchange.ts'
import { startHttpServer } from '../http/start-http-server.ts'
import type { ScriptPart } from '../script/script.ts'
import { deviations } from '../index.ts'
import type { DriftKind } from './listing-deviations.ts'

interface ListResult {
  readonly tools: readonly Record<string, unknown>[]
  readonly nextCursor?: string
}

/** The pages of a listing that stops after `limit` pages. */
async function listPages(url: string, limit = 5): Promise<readonly ListResult[]> {
  const pages: ListResult[] = []
  for (let cursor: string | undefined; pages.length < limit; ) {
    const response = await postModern(url, 'tools/list', cursor === undefined ? {} : { cursor })
    const { result } = JSON.parse(response.body.toString('utf8')) as { result: ListResult }
    pages.push(result)
    cursor = result.nextCursor
    if (cursor === undefined) break
  }
  return pages
}

async function pagesOf(part: ScriptPart, limit?: number): Promise<readonly ListResult[]> {
  await using server = await startHttpServer(part)
  return await listPages(server.url, limit)
}

const namesOf = (pages: readonly ListResult[]): unknown[][] => pages.map((page) => page.tools.map((one) => one['name']))

test('a trap of a cursor hands out the same cursor without end', async () => {
  const pages = await pagesOf(deviations.cursorTrap())
  expect(pages.map((page) => page.nextCursor)).toEqual(['same', 'same', 'same', 'same', 'same'])
  expect(namesOf(pages)).toEqual([['t'], ['u'], ['u'], ['u'], ['u']])
})

test('an empty cursor leads to the second page', async () => {
  const pages = await pagesOf(deviations.emptyCursor())
  expect(namesOf(pages)).toEqual([['t'], ['u']])
  expect(pages[0]?.nextCursor).toBe('')
})

test('250 tools come as 100, 100 and 50', async () => {
  const pages = await pagesOf(deviations.manyPages())
  expect(pages.map((page) => page.tools.length)).toEqual([100, 100, 50])
  expect(new Set(namesOf(pages).flat()).size).toBe(250)
})

test('endless pages never repeat a cursor', async () => {
  const cursors = (await pagesOf(deviations.endlessPages(), 6)).map((page) => page.nextCursor)
  expect(new Set(cursors).size).toBe(6)
})

test('bad apples are three among twenty good tools', async () => {
  const [page] = await pagesOf(deviations.badApples())
  const bad = page?.tools.filter((one) => !String(one['name']).startsWith('good-')) ?? []
  expect(page?.tools.length).toBe(23)
  expect(bad.map((one) => [one['name'], one['title']])).toEqual([['dangling', undefined], ['titled', null], ['', undefined]])
})

test('twins share a name, and the duplicate member survives to the wire', async () => {
  expect(namesOf(await pagesOf(deviations.nameTwins()))).toEqual([['t', 't']])
  await using server = await startHttpServer(deviations.duplicateDescription())
  const { body } = await postModern(server.url, 'tools/list')
  expect(body.toString('utf8').match(/"description":"(first|second)"/g)).toHaveLength(2)
})

test('invisible text is on the wire', async () => {
  const [page] = await pagesOf(deviations.invisibleText())
  const found = Object.fromEntries((page?.tools ?? []).map((one) => [one['name'], String(one['description'])]))
  expect(found['tags']).toMatch(/[\u{e0000}-\u{e007f}]/u)
  expect(found['bidi']).toContain('\u202e')
  expect(found['zeroWidth']).toContain('\u200b')
  expect(found['ansi']).toContain('\u001b[8m')
})

const KINDS: readonly DriftKind[] = ['annotation', 'meta', 'description', 'schema', 'added', 'missing']

test.each(KINDS)('drift of kind %s is one difference between reviewed and live', async (kind) => {
  const { reviewed, live } = deviations.drift(kind)
  await using server = await startHttpServer(reviewed)
  const [before] = await listPages(server.url)
  server.become(live)
  const [after] = await listPages(server.url)
  const changed = before?.tools.filter((one) => !after?.tools.some((other) => same(one, other))) ?? []
  const added = after?.tools.filter((one) => !before?.tools.some((other) => same(one, other))) ?? []
  expect([changed.length, added.length]).toEqual(kind === 'added' ? [0, 1] : kind === 'missing' ? [1, 0] : [1, 1])
})

test('a notification comes with the page during which the list changed', async () => {
  await using server = await startHttpServer(deviations.listChangedDuringListing())
  const first = eventData((await postModern(server.url, 'tools/list')).body).map((text) => JSON.parse(text))
  expect(first).toMatchObject([{ method: 'notifications/tools/list_changed' }, { id: 1, result: { tools: [{ name: 't' }] } }])
  expect((await postModern(server.url, 'tools/list')).headers['content-type']).toBe('application/json')
})

test('without tools there is neither the capability nor the method', async () => {
  await using server = await startHttpServer(deviations.toolsNotOffered())
  const discover = JSON.parse((await postModern(server.url, 'server/discover')).body.toString('utf8'))
  expect(discover).toMatchObject({ result: { capabilities: {} } })
  const list = JSON.parse((await postModern(server.url, 'tools/list')).body.toString('utf8'))
  expect(list).toMatchObject({ id: 1, error: { code: -32601 } })
})

test('a large descriptor has the size that was asked for', async () => {
  const [page] = await pagesOf(deviations.largeDescriptor(70_000))
  expect(Math.abs(JSON.stringify(page?.tools[0]).length - 70_000)).toBeLessThan(40)
})

function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
