/**
 * As much of JSON Schema 2020-12 as our schemas use. An unknown keyword is an error, so that no schema looks checked
 * when it is not.
 */
import { readFileSync } from 'node:fs'

type Json = null | boolean | number | string | readonly Json[] | { readonly [member: string]: Json }
type Schema = Json

const ANNOTATIONS = ['$schema', '$id', '$defs', 'title', 'description']

/** Where the document differs from the schema file of that name; empty when it fits. */
export function schemaFaults(name: string, document: unknown): readonly string[] {
  const schema = JSON.parse(readFileSync(new URL(`../../schemas/${name}.schema.json`, import.meta.url), 'utf8')) as Json
  return check(schema, document as Json, '', schema)
}

function check(schema: Schema, value: Json, at: string, root: Schema): readonly string[] {
  if (schema === true) return []
  if (!isObject(schema)) return [`${at}: not allowed`]
  return Object.entries(schema).flatMap(([keyword, rule]) => {
    if (ANNOTATIONS.includes(keyword)) return []
    switch (keyword) {
      case 'type':
        return [rule].flat().includes(typeOf(value)) || (rule === 'integer' && Number.isInteger(value)) ? [] : [`${at}: type`]
      case 'const':
        return value === rule ? [] : [`${at}: const`]
      case 'enum':
        return (rule as readonly Json[]).includes(value) ? [] : [`${at}: enum`]
      case 'pattern':
        return typeof value !== 'string' || new RegExp(String(rule), 'u').test(value) ? [] : [`${at}: pattern`]
      case 'minimum':
        return typeof value !== 'number' || value >= Number(rule) ? [] : [`${at}: minimum`]
      case 'required':
        return isObject(value) ? (rule as readonly string[]).flatMap((name) => (Object.hasOwn(value, name) ? [] : [`${at}/${name}: missing`])) : []
      case 'properties':
        return checkMembers(rule, value, at, root)
      case 'additionalProperties':
        return isObject(value) ? Object.keys(value).flatMap((name) => (isObject(schema['properties']) && Object.hasOwn(schema['properties'], name) ? [] : [`${at}/${name}: unknown`])) : []
      case 'items':
        return Array.isArray(value) ? value.flatMap((item: Json, index) => check(rule, item, `${at}/${index}`, root)) : []
      case 'oneOf':
        return (rule as readonly Schema[]).filter((one) => check(one, value, at, root).length === 0).length === 1 ? [] : [`${at}: oneOf`]
      case '$ref':
        return check(resolve(root, String(rule)), value, at, root)
      default:
        throw new TypeError(`The checker does not know ${keyword}`)
    }
  })
}

function checkMembers(rules: Json, value: Json, at: string, root: Schema): readonly string[] {
  if (!isObject(rules) || !isObject(value)) return []
  return Object.entries(rules).flatMap(([name, rule]) => {
    const member = Object.hasOwn(value, name) ? value[name] : undefined
    return member === undefined ? [] : check(rule, member, `${at}/${name}`, root)
  })
}

function resolve(root: Schema, reference: string): Schema {
  const name = /^#\/\$defs\/(\w+)$/.exec(reference)?.[1] ?? ''
  const definitions = isObject(root) ? root['$defs'] : undefined
  const found = isObject(definitions) ? definitions[name] : undefined
  if (found === undefined) throw new TypeError(`There is no ${reference}`)
  return found
}

function typeOf(value: Json): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}

function isObject(value: Json | undefined): value is { readonly [member: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
