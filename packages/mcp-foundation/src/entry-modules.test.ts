// What importing the entry costs every program that depends on this package: files, and nothing that others wrote.
import { readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { expect, it } from 'vitest'

const ENTRY = join(import.meta.dirname, 'index.ts')
const PORTS_ERRORS = resolve(import.meta.dirname, '../../ports/src/errors/index.ts')
const MOST_MODULES = 40

it('is at most forty modules, and none of another package than ports', () => {
  const files = new Set<string>()
  const foreign = new Set<string>()
  const walk = (file: string): void => {
    if (files.has(file)) return
    files.add(file)
    for (const specifier of importsOf(file)) {
      if (specifier.startsWith('.')) walk(resolve(dirname(file), specifier))
      else if (specifier === '@b10x/ports/errors') walk(PORTS_ERRORS)
      else foreign.add(specifier)
    }
  }
  walk(ENTRY)
  expect(files.size).toBeLessThanOrEqual(MOST_MODULES)
  expect(files.size).toBeGreaterThan(20)
  expect([...foreign].filter((specifier) => !specifier.startsWith('node:'))).toEqual([])
  // What judges by schemas is loaded while a client lists, or by who asks for it: `/json-schema`.
  expect([...files].filter((file) => /json-schema\.ts$|\/compile-schema|\/create-schema-validator/.test(file))).toEqual([])
})

/** Static imports and re-exports that are left at run time. */
function importsOf(file: string): string[] {
  const text = readFileSync(file, 'utf8')
  const statements = text.matchAll(/^(?:import|export)(?! type\b)\s(?:[^'"]*?\sfrom\s+)?'([^']+)'/gm)
  return [...statements].map(([, specifier = '']) => specifier)
}
