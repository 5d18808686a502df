/** Processes that misbehave in one thing; only for `stdioServerCommand`. */
import { answering, exitProcess, neverAnswer } from '../script/answer.ts'
import { fill, rawBytes } from '../script/raw-json.ts'
import type { ScriptPart } from '../script/script.ts'

/** F12: lines on standard output before the first frame. */
export function banner(lines = 2): ScriptPart {
  return { stdio: { banner: Array.from({ length: lines }, (_, index) => `[info] starting, step ${index + 1}`) } }
}

/** F13: started through a wrapper, ignores SIGTERM and the end of its input. */
export function stubbornGrandchild(group: 'same-group' | 'detached' = 'same-group'): ScriptPart {
  return { stdio: { wrapped: group, stubborn: true } }
}

/** Ignores SIGTERM and the end of its input, without a wrapper. */
export function stubbornProcess(): ScriptPart {
  return { stdio: { stubborn: true } }
}

/** Ends before it reads anything. */
export function exitsAtOnce(status = 1): ScriptPart {
  return { stdio: { exitAtOnce: status, stderr: ['fatal: no such option'] } }
}

/** A legacy server that ends when it is asked to discover. */
export function exitsOnDiscover(status = 1): ScriptPart {
  return { protocolVersions: ['2025-11-25'], ...answering('server/discover', exitProcess(status)) }
}

/** A legacy server that stays silent when it is asked to discover. */
export function silentOnDiscover(): ScriptPart {
  return { protocolVersions: ['2025-11-25'], ...answering('server/discover', neverAnswer()) }
}

/** Never says anything. */
export function neverSpeaks(): ScriptPart {
  return answering('*', neverAnswer())
}

/** Ends when it is called. */
export function exitsOnCall(status = 1): ScriptPart {
  return answering('tools/call', exitProcess(status))
}

/** A line that is no message, in place of the answer. */
export function garbage(on = 'tools/call'): ScriptPart {
  return answering(on, { steps: [{ bytes: 'Segmentation fault (not really)\n' }] })
}

/** Bytes that are no text, in place of the answer. */
export function binaryGarbage(on = 'tools/call'): ScriptPart {
  return answering(on, { steps: [{ bytes: rawBytes(0x00, 0xff, 0xfe, 0x1b, 0x5b, 0x32, 0x4a, 0x0a) }] })
}

/** Everything in pieces of `bytes` bytes. */
export function splitWrites(bytes = 1): ScriptPart {
  return { stdio: { writeBytes: bytes } }
}

/** Lines that end in CR LF. */
export function carriageReturns(): ScriptPart {
  return { stdio: { lineEnd: '\r\n' } }
}

/** A line of `bytes` bytes that does not end, in place of the answer. */
export function endlessLine(bytes: number, on = 'tools/call'): ScriptPart {
  return answering(on, { steps: [{ bytes: fill('x', bytes) }, { hold: true }] })
}

/** `lines` lines on standard error at the start. */
export function chattyStderr(lines: number): ScriptPart {
  return { stdio: { stderr: Array.from({ length: lines }, (_, index) => `log line ${index + 1}`) } }
}
