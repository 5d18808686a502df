import type { Answer, ScriptedAnswer } from '../script/answer.ts'
import type { Script } from '../script/script.ts'
import type { ClientMessage } from './json-rpc.ts'
import { metaOf } from './json-rpc.ts'

/** Counts arrivals per method and finds the answers scripted for them. */
export interface Arrivals {
  /** How often this method (or `GET`, `DELETE`, `*`) has arrived. */
  count(on: string): number
  /** Counts one arrival under all its names, and returns the answer scripted for it. */
  arrive(script: Script, names: readonly string[]): Answer | null
}

export function countArrivals(): Arrivals {
  const counts = new Map<string, number>()
  const count = (on: string): number => counts.get(on) ?? 0
  return {
    count,
    arrive(script, names) {
      for (const name of names) counts.set(name, count(name) + 1)
      const fits = (entry: ScriptedAnswer): boolean =>
        names.includes(entry.on) && (entry.nth === undefined || entry.nth === count(entry.on))
      return script.answers.find(fits)?.answer ?? null
    }
  }
}

/** True when some text of the answer stands for the good one. */
export function needsGood(answer: Answer): boolean {
  return answer.steps.some((step) => /\{\{(good|result)\}\}/.test(JSON.stringify(step)))
}

/** Fills the placeholders of scripted texts for one request. `good` is the message of the good server. */
export function fillTemplates(message: ClientMessage | null, good: string): (template: string) => string {
  const values: Record<string, string> = {
    id: message?.idText ?? 'null',
    progressToken: JSON.stringify(message === null ? null : (metaOf(message)['progressToken'] ?? null)),
    good,
    result: good.slice(good.indexOf('"result":') + '"result":'.length, -1)
  }
  const placeholder = /\{\{(id|progressToken|good|result)\}\}/g
  return (template) => template.replaceAll(placeholder, (_, name: string) => values[name] ?? '')
}
