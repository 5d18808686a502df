// A server over standard input and output, one message per line.
import { createInterface } from 'node:readline'
import { answer, type ReceivedMessage } from './answers.ts'

createInterface({ input: process.stdin }).on('line', (line) => {
  const text = answer(JSON.parse(line) as ReceivedMessage, 'calls')
  if (text !== null) process.stdout.write(`${text}\n`)
})
