import { isPlainValue, jsonText } from '../script/raw-json.ts'
import type { RawJson } from '../script/raw-json.ts'
import type { Script } from '../script/script.ts'
import type { ClientMessage } from './json-rpc.ts'

/** The result of a call: `results` by name or `*`, then `onCall`, then the arguments as text. */
export async function runTool(script: Script, message: ClientMessage, era: 'modern' | 'legacy'): Promise<RawJson> {
  const name = String(message.params['name'])
  const args = message.params['arguments']
  const scripted = script.results[Object.hasOwn(script.results, name) ? name : '*']
  if (scripted !== undefined) return scripted
  if (script.onCall !== null) return script.onCall({ name, arguments: args, era })
  return { content: [{ type: 'text', text: JSON.stringify(args ?? {}) }] }
}

/** A result with what the modern era demands. Text is never touched, and members that are there stay. */
export function completeModernResult(script: Script, result: RawJson): RawJson {
  if (!isPlainValue(result)) return result
  const serverInfo: unknown = JSON.parse(jsonText(script.serverInfo))
  return { resultType: 'complete', _meta: { 'io.modelcontextprotocol/serverInfo': serverInfo }, ...result }
}
