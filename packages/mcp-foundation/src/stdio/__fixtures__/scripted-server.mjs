// A line server that does what each request says. Flags: --ignore-end (stays after standard input ended),
// --ignore-term (ignores SIGTERM), --banner=<n> (prints n lines first).
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'

const flags = new Map(process.argv.slice(2).map((flag) => flag.split('=')))
const children = []
const held = []

const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)

const actions = {
  env: () => Object.keys(process.env),
  cwd: () => process.cwd(),
  args: () => process.argv.slice(2),
  echo: ({ params }) => params,
  fill: ({ params }) => 'x'.repeat(params.bytes),
  pids: () => [process.pid, ...children],
  // A child that ignores SIGTERM, the end of its input and (`away`) leaves our session.
  spawn: ({ params }) => {
    const stubborn = 'trap "" TERM HUP; echo ready; exec sleep 600'
    const child = spawn('/bin/sh', ['-c', stubborn], { detached: params?.away === true, stdio: ['ignore', 'pipe', 'ignore'] })
    children.push(child.pid)
    return new Promise((resolve) => child.stdout.once('data', () => resolve(child.pid)))
  }
}

const acts = {
  /** Writes text as it stands, then answers nothing unless asked to. */
  raw: ({ id, params }) => process.stdout.write(Buffer.from(params.base64, 'base64'), () => params.answer && send({ id, result: {} })),
  stderr: ({ id, params }) => process.stderr.write('e'.repeat(params.bytes), () => send({ id, result: {} })),
  exit: ({ params }) => process.exit(params.code),
  kill: () => process.kill(process.pid, 'SIGKILL'),
  /** Answered by the next `release`, before its own answer. */
  hold: ({ id }) => held.push(id),
  release: ({ id }) => [...held.splice(0), id].forEach((each) => send({ id: each, result: 'released' })),
  deaf: ({ id }) => {
    process.stdin.pause()
    send({ id, result: {} })
  }
}

process.stdout.write('starting up\n'.repeat(Number(flags.get('--banner') ?? 0)))
if (flags.has('--ignore-term')) process.on('SIGTERM', () => {})
if (flags.has('--ignore-end')) setInterval(() => {}, 60_000)

const received = []
createInterface({ input: process.stdin }).on('line', (line) => void answer(JSON.parse(line)))

async function answer(message) {
  received.push(message)
  if (message.method === undefined || message.id === undefined) return
  if (message.method === 'received') return send({ id: message.id, result: received.slice(0, -1) })
  const act = acts[message.method]
  if (act !== undefined) return act(message)
  send({ id: message.id, result: await actions[message.method](message) })
}
