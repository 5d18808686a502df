import type { ToolSet } from 'ai'

/** Names that a model may write and that mean something to JavaScript. */
const RESERVED = new Set(Object.getOwnPropertyNames(Object.prototype).concat('then', 'toJSON'))

/**
 * The same set, in which every other name is found too, as a tool that refuses: the model gets a typed refusal and the
 * port hears of the attempt. The names do not show when the set is listed, so no model is told of them; in a copy of the
 * set they are gone, and the SDK refuses in words of its own.
 */
export function answerUnknownNames(tools: ToolSet, refusingTool: (name: string) => ToolSet[string]): ToolSet {
  const find = (name: string | symbol): ToolSet[string] | undefined => {
    if (typeof name !== 'string') return undefined
    if (Object.hasOwn(tools, name)) return tools[name]
    return RESERVED.has(name) ? undefined : refusingTool(name)
  }
  return new Proxy(tools, {
    get: (target, name) => find(name) ?? (Reflect.get(target, name) as unknown),
    getOwnPropertyDescriptor(target, name) {
      const known = Reflect.getOwnPropertyDescriptor(target, name)
      const value = known === undefined ? find(name) : undefined
      return value === undefined ? known : { value, configurable: true, enumerable: false, writable: false }
    }
  })
}
