/** Changes to a message that know its structure: most of what comes out is still JSON, and much of it JSON-RPC. */
import { arraysOf, copyTree, objectsOf, placesOf, token } from './json-tree.ts'
import type { JsonTree, TreeMember } from './json-tree.ts'
import { NOT_JSON, ODD_NAMES, ODD_NUMBERS, ODD_STRINGS, ODD_VALUES } from './odd-tokens.ts'
import type { Random } from './random.ts'

type Mutator = (root: JsonTree, random: Random) => void

/** Applies one mutation, in place, anywhere in the tree. */
export function mutateTree(root: JsonTree, random: Random): void {
  random.pick(random.chance(0.2) ? ENVELOPE : ANYWHERE)(root, random)
}

const ANYWHERE: readonly Mutator[] = [
  dropMember, duplicateMember, duplicateEscaped, renameMember, escapeName, escapeName, addMember, addMember, shuffleMembers,
  shuffleMembers, replaceNumber, replaceNumber, replaceString, replaceString, replaceValue, replaceValue, nest, moveSubtree,
  repeatItem, repeatItem, dropItem, copyName, breakToken
]

const ENVELOPE: readonly Mutator[] = [changeId, changeId, changeId, bothResultAndError, resultToError, addMethod, changeVersion, dropEnvelopeMember]

function dropMember(root: JsonTree, random: Random): void {
  const object = random.pick(objectsOf(root))
  if (object !== undefined) object.members.splice(random.int(object.members.length + 1), 1)
}

function duplicateMember(root: JsonTree, random: Random): void {
  duplicate(root, random, (name) => name)
}

function duplicateEscaped(root: JsonTree, random: Random): void {
  duplicate(root, random, (name) => respell(name, random))
}

function duplicate(root: JsonTree, random: Random, spell: (name: string) => string): void {
  const object = pickFilled(root, random)
  if (object === undefined) return
  const { name, value } = random.pick(object)
  const other = random.chance(0.5) ? copyTree(value) : token(random.pick(ODD_VALUES))
  object.splice(random.int(object.length + 1), 0, { name: spell(name), value: other })
}

function renameMember(root: JsonTree, random: Random): void {
  const object = pickFilled(root, random)
  if (object !== undefined) random.pick(object).name = random.pick(ODD_NAMES)
}

/** The same name, written otherwise. */
function escapeName(root: JsonTree, random: Random): void {
  const object = pickFilled(root, random)
  if (object === undefined) return
  const member = random.pick(object)
  member.name = respell(member.name, random)
}

function addMember(root: JsonTree, random: Random): void {
  const object = random.pick(objectsOf(root))
  const value = token(random.pick(random.pick([ODD_VALUES, ODD_STRINGS, ODD_NUMBERS.slice(0, 16)])))
  const name = random.chance(0.5) ? JSON.stringify(`x${random.int(1e6)}`) : random.pick(ODD_NAMES)
  object?.members.splice(random.int(object.members.length + 1), 0, { name, value })
}

function shuffleMembers(root: JsonTree, random: Random): void {
  const members = pickFilled(root, random)
  members?.sort(() => random.int(3) - 1)
}

function replaceNumber(root: JsonTree, random: Random): void {
  replaceToken(root, random, /^[-\d]/, ODD_NUMBERS)
}

function replaceString(root: JsonTree, random: Random): void {
  replaceToken(root, random, /^"/, ODD_STRINGS)
}

/** Where there is no such token, any token takes its place. */
function replaceToken(root: JsonTree, random: Random, like: RegExp, texts: readonly string[]): void {
  const tokens = placesBelowEnvelope(root).filter(({ tree }) => tree.kind === 'token')
  const fitting = tokens.filter(({ tree }) => tree.kind === 'token' && like.test(tree.text))
  random.pick(fitting.length > 0 ? fitting : tokens)?.replace(token(random.pick(texts)))
}

function replaceValue(root: JsonTree, random: Random): void {
  random.pick(placesBelowEnvelope(root))?.replace(token(random.pick(random.pick([ODD_VALUES, ODD_STRINGS, ODD_NUMBERS]))))
}

/** About the limit of depth, and far beyond what a recursive reader bears. */
const DEPTHS = [1, 2, 30, 56, 57, 58, 59, 60, 61, 62, 63, 64, 65, 200, 6_000]

function nest(root: JsonTree, random: Random): void {
  const depth = random.pick(DEPTHS)
  const [open, close] = random.pick([['[', ']'], ['{"a":', '}'], ['[{"a":', '}]']] as const)
  const times = open.length > 5 ? Math.ceil(depth / 2) : depth
  random.pick(placesOf(root))?.replace(token(`${open.repeat(times)}0${close.repeat(times)}`))
}

function moveSubtree(root: JsonTree, random: Random): void {
  const places = placesOf(root)
  const from = random.pick(places)
  if (from !== undefined) random.pick(places)?.replace(copyTree(from.tree))
}

function repeatItem(root: JsonTree, random: Random): void {
  const array = random.pick(arraysOf(root))
  const item = array === undefined ? undefined : random.pick(array.items)
  if (array === undefined || item === undefined) return
  for (let times = random.pick([1, 1, 2, 9]); times > 0; times -= 1) array.items.push(copyTree(item))
}

function dropItem(root: JsonTree, random: Random): void {
  const array = random.pick(arraysOf(root))
  array?.items.splice(random.int(array.items.length + 1), 1)
}

/** Two tools of one name, the second perhaps spelt otherwise. */
function copyName(root: JsonTree, random: Random): void {
  const named = objectsOf(root).flatMap(({ members }) => members.filter(({ name }) => name === '"name"'))
  const from = random.pick(named)
  const to = random.pick(named)
  if (from?.value.kind === 'token' && to !== undefined) to.value = token(respell(from.value.text, random))
}

function breakToken(root: JsonTree, random: Random): void {
  random.pick(placesOf(root))?.replace(token(random.pick(NOT_JSON)))
}

function changeId(root: JsonTree, random: Random): void {
  const member = envelopeMember(root, '"id"')
  if (member?.value.kind !== 'token') return
  const id = member.value.text
  const others = [`"${id}"`, `"${id}"`, `"${id}"`, `"${id}"`, `${id}.0`, `${id}e0`, `-${id}`, '"1"', '1', '2', 'null', '[1]', '{}', 'true', `${id}.5`, `"${'i'.repeat(1025)}"`, `[${id}]`, `" ${id}"`]
  member.value = token(random.pick(random.chance(0.3) ? ODD_NUMBERS : others))
}

function bothResultAndError(root: JsonTree, random: Random): void {
  if (root.kind !== 'object') return
  const name = envelopeMember(root, '"result"') === undefined ? '"result"' : '"error"'
  const value = token(random.pick(['{"code":-32603,"message":"no"}', '{}', 'null', '{"tools":[]}', '{"content":[]}']))
  root.members.splice(random.int(root.members.length + 1), 0, { name, value })
}

function resultToError(root: JsonTree, random: Random): void {
  const member = envelopeMember(root, '"result"')
  if (member === undefined) return
  member.name = '"error"'
  const code = random.pick(['-32601', '-32020', '-32021', '-32022', '-32002', '1e400', '"-32601"', '-32601.5', 'null'])
  if (random.chance(0.7)) member.value = token(`{"code":${code},"message":"no","data":{"supported":["2025-06-18",{},"2099-01-01"]}}`)
}

function addMethod(root: JsonTree, random: Random): void {
  const method = random.pick(['"ping"', '"tools/list"', '"notifications/progress"', '"notifications/tools/list_changed"', 'null', '7', '""'])
  if (root.kind === 'object') root.members.splice(random.int(root.members.length + 1), 0, { name: '"method"', value: token(method) })
}

function changeVersion(root: JsonTree, random: Random): void {
  const member = envelopeMember(root, '"jsonrpc"')
  if (member !== undefined) member.value = token(random.pick(['2.0', '"2.0 "', '"2.00"', '"1.0"', 'null', '"\\u0032.0"', '["2.0"]', '2']))
}

function dropEnvelopeMember(root: JsonTree, random: Random): void {
  if (root.kind === 'object') root.members.splice(random.int(root.members.length + 1), 1)
}

function envelopeMember(root: JsonTree, name: string): TreeMember | undefined {
  return root.kind === 'object' ? root.members.find((member) => member.name === name) : undefined
}

function pickFilled(root: JsonTree, random: Random): TreeMember[] | undefined {
  return random.pick(objectsOf(root).filter(({ members }) => members.length > 0))?.members
}

/** Mostly below the envelope: a message that nobody can match ends the case early. */
function placesBelowEnvelope(root: JsonTree): ReturnType<typeof placesOf> {
  if (root.kind !== 'object') return []
  return root.members.flatMap(({ value }) => placesOf(value))
}

/** The same string with one of its characters escaped; names of odd spelling stay as they are. */
function respell(text: string, random: Random): string {
  const plain = Array.from(text.slice(1, -1))
  if (plain.length === 0 || text.includes('\\') || plain.some((character) => character.length > 1)) return text
  const at = random.int(plain.length)
  const hex = (plain[at] ?? '').charCodeAt(0).toString(16).padStart(4, '0')
  plain[at] = `\\u${random.chance(0.5) ? hex : hex.toUpperCase()}`
  return `"${plain.join('')}"`
}
