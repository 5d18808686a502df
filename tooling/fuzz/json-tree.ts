/**
 * JSON as a tree that can hold what JSON values cannot: two members of one name, odd spellings of names and numbers,
 * words that are not JSON at all.
 */
export type JsonTree =
  | { readonly kind: 'object'; members: TreeMember[] }
  | { readonly kind: 'array'; items: JsonTree[] }
  | { readonly kind: 'token'; text: string }

export interface TreeMember {
  /** As written, with its quotes. */
  name: string
  value: JsonTree
}

export function token(text: string): JsonTree {
  return { kind: 'token', text }
}

export function treeOf(value: unknown): JsonTree {
  if (Array.isArray(value)) return { kind: 'array', items: value.map(treeOf) }
  if (typeof value !== 'object' || value === null) return token(JSON.stringify(value))
  return { kind: 'object', members: Object.entries(value).map(([name, member]) => ({ name: JSON.stringify(name), value: treeOf(member) })) }
}

export function copyTree(tree: JsonTree): JsonTree {
  if (tree.kind === 'token') return { ...tree }
  if (tree.kind === 'array') return { kind: 'array', items: tree.items.map(copyTree) }
  return { kind: 'object', members: tree.members.map(({ name, value }) => ({ name, value: copyTree(value) })) }
}

/** @param gap white space, the same at every place where some may stand */
export function writeTree(tree: JsonTree, gap: string = ''): string {
  if (tree.kind === 'token') return tree.text
  const parts = tree.kind === 'array'
    ? tree.items.map((item) => writeTree(item, gap))
    : tree.members.map(({ name, value }) => `${name}${gap}:${gap}${writeTree(value, gap)}`)
  const inside = parts.join(`${gap},${gap}`)
  return tree.kind === 'array' ? `[${gap}${inside}${gap}]` : `{${gap}${inside}${gap}}`
}

/** A place in a tree: what stands there, and how to put something else there. */
export interface Place {
  readonly tree: JsonTree
  readonly replace: (next: JsonTree) => void
}

/** Every place below a root, the root left out. */
export function placesOf(root: JsonTree): readonly Place[] {
  const places: Place[] = []
  const walk = (tree: JsonTree): void => {
    if (tree.kind === 'object') {
      for (const member of tree.members) {
        places.push({ tree: member.value, replace: (next) => (member.value = next) })
        walk(member.value)
      }
    } else if (tree.kind === 'array') {
      const { items } = tree
      items.forEach((item, index) => {
        places.push({ tree: item, replace: (next) => (items[index] = next) })
        walk(item)
      })
    }
  }
  walk(root)
  return places
}

type ObjectTree = Extract<JsonTree, { kind: 'object' }>
type ArrayTree = Extract<JsonTree, { kind: 'array' }>

export function objectsOf(root: JsonTree): readonly ObjectTree[] {
  return [root, ...placesOf(root).map(({ tree }) => tree)].filter((tree) => tree.kind === 'object')
}

export function arraysOf(root: JsonTree): readonly ArrayTree[] {
  return [root, ...placesOf(root).map(({ tree }) => tree)].filter((tree) => tree.kind === 'array')
}
