import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../json/json-value.ts'
import { readHeaderAnnotations } from './header-annotations.ts'

const property = (schema: JsonObject): JsonObject => ({ type: 'object', properties: { p: schema } })

describe('header annotations', () => {
  it('are found at any depth below properties', () => {
    const schema = {
      type: 'object',
      properties: {
        region: { type: 'string', 'x-mcp-header': 'Region' },
        page: { type: 'object', properties: { size: { type: 'integer', 'x-mcp-header': 'Page-Size' } } },
        'x-mcp-header': { type: 'boolean' }
      },
      default: { 'x-mcp-header': 'data, not a keyword' }
    }
    expect(readHeaderAnnotations(schema)).toEqual([
      { header: 'mcp-param-region', path: ['region'], type: 'string' },
      { header: 'mcp-param-page-size', path: ['page', 'size'], type: 'integer' }
    ])
  })

  it.each([
    ['an empty name', property({ type: 'string', 'x-mcp-header': '' })],
    ['a name with a space', property({ type: 'string', 'x-mcp-header': 'a b' })],
    ['a name with a line feed', property({ type: 'string', 'x-mcp-header': 'a\r\nevil: 1' })],
    ['a name that is no string', property({ type: 'string', 'x-mcp-header': 1 })],
    ['a number', property({ type: 'number', 'x-mcp-header': 'n' })],
    ['a list of types', property({ type: ['string'], 'x-mcp-header': 'n' })],
    ['no type', property({ 'x-mcp-header': 'n' })],
    ['the root', { type: 'object', 'x-mcp-header': 'n' }],
    ['items', property({ type: 'array', items: { type: 'string', 'x-mcp-header': 'n' } })],
    ['a branch', property({ anyOf: [{ type: 'string', 'x-mcp-header': 'n' }] })],
    ['a definition', { type: 'object', $defs: { d: { type: 'string', 'x-mcp-header': 'n' } } }],
    [
      'a name that comes twice, ignoring case',
      { type: 'object', properties: { a: { type: 'string', 'x-mcp-header': 'N' }, b: { type: 'string', 'x-mcp-header': 'n' } } }
    ]
  ])('are invalid with %s', (_what, schema) => {
    expect(readHeaderAnnotations(schema)).toBeNull()
  })
})
