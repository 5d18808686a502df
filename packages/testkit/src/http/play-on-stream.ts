import type { ServerResponse } from 'node:http'
import type { Answer } from '../script/answer.ts'
import type { Happenings } from '../server/happenings.ts'
import { sseEvent, writeChunk } from './write-answer.ts'

/**
 * Plays the steps of an answer on an event stream that serves other requests too. It goes on afterwards, unless the
 * answer is an event stream of its own (`sse: true`): then it ends.
 */
export async function playOnStream(
  stream: ServerResponse,
  answer: Answer,
  happenings: Happenings,
  render: (template: string) => string
): Promise<void> {
  const gone = new Promise<void>((resolve) => stream.once('close', resolve))
  for (const step of answer.steps) {
    if (stream.destroyed) return
    if ('message' in step) stream.write(sseEvent(render(step.message)))
    else if ('bytes' in step) await writeChunk(stream, step.bytes, render)
    else if ('until' in step) await Promise.race([happenings.waitFor(step.until), gone])
    else if ('hold' in step) return
    else if ('reset' in step) return void stream.socket?.destroy()
  }
  if (answer.sse === true) stream.end()
}
