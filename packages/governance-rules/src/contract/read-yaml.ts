import { isMap, isScalar, isSeq, parseDocument } from 'yaml'
import type { Node } from 'yaml'
import { createPlace } from './place-offset.ts'
import type { DocumentFault, SourcePosition, Sourced } from './source-position.ts'

/** A node of a YAML document that somebody reads step by step; what does not fit is a fault with its place. */
export interface YamlReader {
  readonly root: unknown
  /** The members of a map by name; other names than the known ones are faults. Null knows all names. */
  members(node: unknown, subject: string, known: ReadonlySet<string> | null): ReadonlyMap<string, unknown>
  items(node: unknown, subject: string): readonly unknown[]
  text(node: unknown, subject: string): Sourced<string> | null
  at(node: unknown): SourcePosition
  fault(kind: DocumentFault['kind'], subject: string, node: unknown): void
}

/** Never throws. Aliases are not followed, so that a small text stays small. */
export function openYaml(text: string, file: string, subject: string, faults: DocumentFault[]): YamlReader {
  const content = text.replace(/^\uFEFF/, '')
  const document = parseDocument(content, { logLevel: 'silent', uniqueKeys: false })
  const place = createPlace(content, file)
  const at = (node: unknown): SourcePosition => place((node as Node | null | undefined)?.range?.[0] ?? 0)
  const isNothing = (node: unknown): boolean => node === null || node === undefined || (isScalar(node) && node.value === null)
  const fault = (kind: DocumentFault['kind'], about: string, node: unknown): void => void faults.push({ kind, subject: about, at: at(node) })
  for (const error of document.errors) faults.push({ kind: 'syntax', subject, at: place(error.pos[0]) })
  return {
    root: document.contents,
    at,
    fault,
    members(node, about, known) {
      const found = new Map<string, unknown>()
      if (!isMap(node)) {
        if (!isNothing(node)) fault('invalid_value', about, node)
        return found
      }
      for (const { key, value } of node.items) {
        const name = isScalar(key) ? String(key.value) : ''
        if (found.has(name)) fault('duplicate', `${about}.${name}`, key)
        else found.set(name, value)
        if (known !== null && !known.has(name)) fault('unknown_member', `${about}.${name}`, key)
      }
      return found
    },
    items(node, about) {
      if (isSeq(node)) return node.items
      if (!isNothing(node)) fault('invalid_value', about, node)
      return []
    },
    text(node, about) {
      if (isNothing(node)) return null
      // A date without quotes is a text to us, as it was written.
      if (isScalar(node) && typeof node.value === 'string') return { value: node.value, at: at(node) }
      if (isScalar(node) && typeof node.source === 'string') return { value: node.source, at: at(node) }
      fault('invalid_value', about, node)
      return null
    }
  }
}
