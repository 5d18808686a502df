import { ExactNumber } from '@b10x/mcp-foundation'
import { expectCode, expectThrownCode } from '@b10x/testkit'
import { describe, expect, it } from 'vitest'
import { demandResult } from './judge-task-result.ts'

const SCHEMA = { type: 'object', properties: { count: { type: 'integer' }, 'a/b': { type: 'array', items: { type: 'string' } } }, required: ['count'], additionalProperties: { type: 'null' } }

describe('the value of a task', () => {
  it.each(['{"count":2}', ' \n{"count":2}\n', '```json\n{"count":2}\n```', '```\n{"count":2}\n```\n'])('is the whole answer: %j', async (answer) => {
    expect((await demandResult(SCHEMA)).judge(answer)).toEqual({ count: 2 })
  })

  it('keeps every digit', async () => {
    expect((await demandResult(SCHEMA)).judge('{"count":9007199254740993}')).toEqual({ count: ExactNumber.from('9007199254740993') })
  })

  it.each([
    ['', ''],
    ['Here it is: {"count":2}', ''],
    ['```json\n{"count":2}\n``` and ```json\n{"count":3}\n```', ''],
    ['{"count":2,"count":3}', ''],
    ['[]', ''],
    ['{}', ''],
    ['{"count":"2"}', '/count'],
    ['{"count":1.5}', '/count'],
    ['{"count":1,"a/b":["x",7]}', '/a~1b/1'],
    ['{"count":1,"secret of a server":7}', '']
  ])('is not %j', async (answer, pointer) => {
    const demand = await demandResult(SCHEMA)
    expect(expectThrownCode(() => demand.judge(answer), 'result_mismatch').details).toEqual({ pointer })
  })

  it('is asked for with the schema', async () => {
    expect((await demandResult(SCHEMA)).text).toContain(JSON.stringify(SCHEMA))
  })

  it('is judged by the schema as it was when the task began', async () => {
    const schema = { ...SCHEMA }
    const demand = await demandResult(schema)
    schema.required = ['other']
    expect(demand.judge('{"count":2}')).toEqual({ count: 2 })
  })

  it.each([{ type: 'strin' }, { $ref: '#/nowhere' }, { $schema: 'urn:unknown' }, { enum: [() => 1] }])('is not asked for with a schema that says nothing exact', async (schema) => {
    expect((await expectCode(demandResult(schema as never), 'option_invalid')).details['option']).toBe('resultSchema')
  })
})
