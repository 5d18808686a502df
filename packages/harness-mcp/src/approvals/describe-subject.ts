import { stringifyJson } from '@b10x/mcp-foundation'
import type { JsonObject } from '@b10x/mcp-foundation'
import type { ApprovalSubject } from '@b10x/ports'
import { showAllUnseen } from '../call/show-unseen.ts'

/**
 * What an approval would hold for, as lines for a terminal. The arguments come first and whole, so that nothing can push
 * the rest out of sight; they are JSON, in which no line break is one.
 */
export function describeSubject(subject: ApprovalSubject): string {
  const json = showAllUnseen(stringifyJson(subject.arguments as JsonObject, 2), 'json')
  const { tool, source, effect = 'unknown', actor, tenantId, argumentsDigest } = subject
  const facts = [
    ['arguments', `${Buffer.byteLength(json)} bytes as shown, ${argumentsDigest}`],
    ['tool', `${tool} of ${source}`],
    ['effect', effect],
    ...(actor === undefined ? [] : [['for', actor]]),
    ...(tenantId === undefined ? [] : [['tenant', tenantId]])
  ]
  const lines = facts.map(([name = '', value = '']) => `${name.padEnd(10)}${oneLine(value)}`)
  return `\nA call needs an approval.\n${json.replaceAll(/^/gm, '  | ')}\n${lines.join('\n')}\n`
}

function oneLine(value: string): string {
  return showAllUnseen(value, 'text').replaceAll(/[\t\n\r]/g, ' ')
}
