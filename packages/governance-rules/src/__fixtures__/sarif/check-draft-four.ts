/**
 * What a value breaks of a JSON Schema: the path and keyword of each. Only the keywords that the official schema of SARIF
 * 2.1.0 (draft 4) and ours use; any other throws, so that nothing passes because it was not understood.
 */
export function checkDraftFour(schema: JsonObject, value: unknown): readonly string[] {
  const faults: string[] = []
  check(schema, value, '$')
  return faults

  function check(rules: JsonObject, subject: unknown, path: string): void {
    const add = (keyword: string): void => {
      faults.push(`${path}: ${keyword}`)
    }
    if (typeof rules['$ref'] === 'string') {
      check(resolve(schema, rules['$ref']), subject, path)
      return
    }
    for (const [keyword, rule] of Object.entries(rules)) {
      if (IGNORED.has(keyword)) continue
      const test = KEYWORDS[keyword]
      if (test !== undefined) {
        if (!test(rule, subject)) add(keyword)
      } else if (
        keyword === 'properties' ||
        keyword === 'additionalProperties' ||
        keyword === 'items' ||
        keyword === 'anyOf' ||
        keyword === 'oneOf'
      ) {
        applyNested(keyword, rules, subject, path, add)
      } else throw new Error(`The keyword ${keyword} is not known here.`)
    }
  }

  function applyNested(keyword: string, rules: JsonObject, subject: unknown, path: string, add: (keyword: string) => void): void {
    const rule = rules[keyword]
    if (keyword === 'anyOf' || keyword === 'oneOf') {
      const passing = (rule as JsonObject[]).filter(each => holds(each, subject))
      if (keyword === 'anyOf' ? passing.length === 0 : passing.length !== 1) add(keyword)
      return
    }
    if (keyword === 'items') {
      if (Array.isArray(subject)) for (const [i, item] of subject.entries()) check(rule as JsonObject, item, `${path}[${i}]`)
      return
    }
    if (!isObject(subject)) return
    const known = (rules['properties'] ?? {}) as Record<string, JsonObject>
    for (const [name, member] of Object.entries(subject)) {
      const own = Object.hasOwn(known, name)
      if (keyword === 'properties' && own) check(known[name] ?? {}, member, `${path}.${name}`)
      if (keyword !== 'additionalProperties' || own) continue
      if (rule === false) add(`additionalProperties ${name}`)
      else if (isObject(rule)) check(rule, member, `${path}.${name}`)
    }
  }
}

export type JsonObject = { readonly [name: string]: unknown }

const IGNORED = new Set(['$schema', '$id', '$defs', 'id', 'title', 'description', 'default', 'definitions', 'format'])

const KEYWORDS: Readonly<Partial<Record<string, (rule: unknown, subject: unknown) => boolean>>> = {
  type: (rule, subject) => (Array.isArray(rule) ? rule : [rule]).some(type => hasType(type, subject)),
  enum: (rule, subject) => (rule as unknown[]).includes(subject),
  required: (rule, subject) => !isObject(subject) || (rule as string[]).every(name => Object.hasOwn(subject, name)),
  minItems: (rule, subject) => !Array.isArray(subject) || subject.length >= Number(rule),
  uniqueItems: (rule, subject) =>
    rule !== true || !Array.isArray(subject) || new Set(subject.map(item => JSON.stringify(item))).size === subject.length,
  minimum: (rule, subject) => typeof subject !== 'number' || subject >= Number(rule),
  maximum: (rule, subject) => typeof subject !== 'number' || subject <= Number(rule),
  pattern: (rule, subject) => typeof subject !== 'string' || new RegExp(String(rule)).test(subject)
}

function hasType(type: unknown, subject: unknown): boolean {
  if (type === 'integer') return Number.isInteger(subject)
  if (type === 'array') return Array.isArray(subject)
  if (type === 'object') return isObject(subject)
  if (type === 'null') return subject === null
  return type === typeof subject
}

/** The alternatives of this schema only demand members. */
function holds(each: JsonObject, subject: unknown): boolean {
  return Object.entries(each).every(([keyword, rule]) => KEYWORDS[keyword]?.(rule, subject) ?? false)
}

function resolve(schema: JsonObject, ref: string): JsonObject {
  let found: unknown = schema
  for (const part of ref.replace(/^#\/?/, '').split('/').filter(Boolean)) found = isObject(found) ? found[part] : undefined
  if (!isObject(found)) throw new Error(`Nothing stands under ${ref}.`)
  return found
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
