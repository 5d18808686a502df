// Each entry loads its own framework and no other: whoever uses one has not installed the rest.
import { readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { expect, it } from 'vitest'

it.each([
  ['ai-sdk', ['ai']],
  ['approvals', []],
  ['langchain', ['@langchain/core/messages', '@langchain/core/tools']],
  ['mcp-sdk', []],
  ['openai-agents', ['@openai/agents']]
])('%s loads %j and packages of ours', (entry, frameworks) => {
  const foreign = new Set<string>()
  const files = new Set<string>()
  const walk = (file: string): void => {
    if (files.has(file)) return
    files.add(file)
    for (const specifier of importsOf(file)) {
      if (specifier.startsWith('.')) walk(resolve(dirname(file), specifier))
      else foreign.add(specifier)
    }
  }
  walk(join(import.meta.dirname, `${entry}.ts`))
  expect(files.size).toBeGreaterThan(1)
  expect([...foreign].filter((specifier) => !/^(node:|@b10x\/)/.test(specifier)).toSorted()).toEqual(frameworks)
})

/** Static imports and re-exports that are left at run time. */
function importsOf(file: string): string[] {
  const text = readFileSync(file, 'utf8')
  const statements = text.matchAll(/^(?:import|export)(?! type\b)\s(?:[^'"]*?\sfrom\s+)?'([^']+)'/gm)
  return [...statements].map(([, specifier = '']) => specifier)
}
