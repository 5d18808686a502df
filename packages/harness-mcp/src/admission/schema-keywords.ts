/** What may stand under a keyword of JSON Schema: how it is read when a schema is prepared for a model. */
export type KeywordForm =
  | 'types'
  | 'values'
  | 'value'
  | 'number'
  | 'flag'
  | 'format'
  | 'pattern'
  | 'reference'
  | 'names'
  | 'schema'
  | 'schemas'
  | 'schema_or_schemas'
  | 'schema_map'
  | 'names_map'
  | 'schema_or_names_map'
  | 'prose'
  | 'sample'
  | 'samples'

/**
 * The keywords of JSON Schema 2020-12 and draft-07 that say what a value is: all that a model needs to make one.
 * `$comment`, content keywords, extensions (`x-…`) and everything unknown are not here and are not shown.
 */
export const STRUCTURAL_KEYWORDS: ReadonlyMap<string, KeywordForm> = new Map<string, KeywordForm>([
  ['type', 'types'],
  ['enum', 'values'],
  ['const', 'value'],
  ...named('number', 'minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength'),
  ...named('number', 'minItems maxItems minContains maxContains minProperties maxProperties'),
  ...named('flag', 'uniqueItems deprecated readOnly writeOnly'),
  ['format', 'format'],
  ['pattern', 'pattern'],
  ...named('reference', '$schema $id $ref $anchor $dynamicRef $dynamicAnchor'),
  ['required', 'names'],
  ...named('schema', 'additionalProperties propertyNames unevaluatedItems unevaluatedProperties contains not if then else'),
  ...named('schemas', 'allOf anyOf oneOf prefixItems'),
  ...named('schema_or_schemas', 'items additionalItems'),
  ...named('schema_map', 'properties patternProperties dependentSchemas $defs definitions'),
  ['dependentRequired', 'names_map'],
  ['dependencies', 'schema_or_names_map']
])

/** What a server adds for its readers: shown in simple mode, capped, and never in a reviewed run. */
export const PROSE_KEYWORDS: ReadonlyMap<string, KeywordForm> = new Map<string, KeywordForm>([
  ...named('prose', 'title description'),
  ['default', 'sample'],
  ['examples', 'samples']
])

function named(form: KeywordForm, keywords: string): readonly (readonly [string, KeywordForm])[] {
  return keywords.split(' ').map((keyword) => [keyword, form] as const)
}
