/** Changes to the text and the bytes of a message, blind to its structure. */
import type { Random } from './random.ts'

type Mutator = (bytes: Buffer, random: Random) => Buffer

/** One document that something happened to between its writer and its reader. */
export function mutateBytes(bytes: Buffer, random: Random): Buffer {
  return random.pick(MUTATORS)(bytes, random)
}

const MUTATORS: readonly Mutator[] = [
  truncate, flipBit, flipBit, replaceByte, replaceByte, removeBytes, repeatBytes, addMark, batch, batch, secondDocument,
  otherEncoding, insertAnywhere, insertAnywhere, surround
]

function truncate(bytes: Buffer, random: Random): Buffer {
  return bytes.subarray(0, random.int(bytes.length + 1))
}

function flipBit(bytes: Buffer, random: Random): Buffer {
  const changed = Buffer.from(bytes)
  const at = random.int(Math.max(1, bytes.length))
  if (at < bytes.length) changed[at] = (changed[at] ?? 0) ^ (1 << random.int(8))
  return changed
}

function replaceByte(bytes: Buffer, random: Random): Buffer {
  const changed = Buffer.from(bytes)
  const at = random.int(Math.max(1, bytes.length))
  if (at < bytes.length) changed[at] = random.chance(0.5) ? random.int(256) : (bytes[random.int(bytes.length)] ?? 0)
  return changed
}

function removeBytes(bytes: Buffer, random: Random): Buffer {
  const at = random.int(bytes.length + 1)
  return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1 + random.int(8))])
}

function repeatBytes(bytes: Buffer, random: Random): Buffer {
  const start = random.int(bytes.length + 1)
  const end = Math.min(bytes.length, start + random.int(40))
  return Buffer.concat([bytes.subarray(0, end), bytes.subarray(start)])
}

const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf])

function addMark(bytes: Buffer, random: Random): Buffer {
  return Buffer.concat(random.chance(0.8) ? [BYTE_ORDER_MARK, bytes] : [bytes, BYTE_ORDER_MARK])
}

function batch(bytes: Buffer, random: Random): Buffer {
  const times = random.pick([0, 1, 1, 2])
  const wrapped = Array.from({ length: times }, () => bytes.toString('latin1')).join(',')
  return Buffer.from(`[${wrapped}]`, 'latin1')
}

function secondDocument(bytes: Buffer, random: Random): Buffer {
  const between = random.pick(['', ' ', ',', '\u0000'])
  return Buffer.concat([bytes, Buffer.from(between), random.chance(0.5) ? bytes : Buffer.from('{}')])
}

function otherEncoding(bytes: Buffer, random: Random): Buffer {
  return random.chance(0.5) ? Buffer.from(bytes.toString('utf8'), 'utf16le') : Buffer.from(bytes.toString('utf8'), 'latin1')
}

const INSERTED: readonly Buffer[] = [
  [0x00], [0x09], [0x0d], [0x1f], [0x20], [0x22], [0x2c], [0x5c], [0x7d], [0x5b], [0xff], [0xc0, 0x80], [0xed, 0xa0, 0x80],
  [0xf4, 0x90, 0x80, 0x80], [0xc2, 0xa0], [0xe2, 0x80, 0xa8], [0xef, 0xbb, 0xbf]
].map((values) => Buffer.from(values))

function insertAnywhere(bytes: Buffer, random: Random): Buffer {
  const at = random.int(bytes.length + 1)
  return Buffer.concat([bytes.subarray(0, at), random.pick(INSERTED), bytes.subarray(at)])
}

/** Text of a program around its message. */
function surround(bytes: Buffer, random: Random): Buffer {
  const [before, after] = random.pick([['[info] ', ''], ['', ' // done'], [' \t', ' \t'], ['\u00a0', ''], ['"', '"'], ['(', ')']] as const)
  return Buffer.concat([Buffer.from(before), bytes, Buffer.from(after)])
}
