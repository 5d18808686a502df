import { randomBytes } from 'node:crypto'
import type { AgentHost, AgentReply, AgentSubmission, CallContext } from '@b10x/ports'
import { GovernedError } from '@b10x/ports/errors'
import type { AgentDefinition, AgentMessage } from '../define/define-agent.ts'
import { invalidOption, refuseUnknownOptions } from '../invalid-option.ts'
import { runContextOf } from './run-context.ts'

export interface InProcessAgentsOptions {
  /** Instances of one tenant and actor, over all agents. Default 100. */
  readonly maxInstances?: number
  /** Instances of everybody. Default 10 000. */
  readonly maxInstancesInAll?: number
  /** Sessions of one instance. Default 100. */
  readonly maxSessions?: number
  /** Messages of one session that are kept; the oldest go first. Default 200. */
  readonly maxMessages?: number
}

/** Whose instance it is. */
export interface InstanceOwner {
  readonly agent: string
  readonly actor?: string
  readonly tenantId?: string
}

/** Agents in the memory of this process. */
export interface InProcessAgents extends AgentHost {
  /**
   * Makes an instance for somebody, under a name that the host chooses or a random one.
   * @returns its id
   * @throws GovernedError `option_invalid` for an agent that does not exist and an id that does or is reserved, `rate_limited`
   */
  createInstance(owner: InstanceOwner, instanceId?: string): string
}

interface Instance {
  readonly sessions: Map<string, Conversation>
  readonly memory: Map<string, unknown>
  /** Messages to one instance are answered one after another. */
  turn: Promise<unknown>
}

interface Conversation {
  readonly messages: AgentMessage[]
}

/** The word that starts an instance or a session. */
const NEW = 'new'

const FIRST_SESSION = 'default'

/**
 * Keeps instances and sessions apart per agent, tenant and actor: each owner has a table of his own, and what is in another
 * one is absent.
 * @throws GovernedError `option_invalid`; later, from `submit`, `instance_not_found`, `rate_limited` and what the agent throws
 */
export function createInProcessAgents(agents: readonly AgentDefinition[], options: InProcessAgentsOptions = {}): InProcessAgents {
  refuseUnknownOptions(options, ['maxInstances', 'maxInstancesInAll', 'maxSessions', 'maxMessages'])
  const { maxInstances = 100, maxInstancesInAll = 10_000, maxSessions = 100, maxMessages = 200 } = options
  for (const [name, value] of Object.entries({ maxInstances, maxInstancesInAll, maxSessions, maxMessages })) {
    if (!(Number.isSafeInteger(value) && value > 0)) throw invalidOption(name, 'it is no whole number over 0')
  }
  for (const { respond } of agents) if (typeof respond !== 'function') throw invalidOption('agents', 'an agent has no respond, and there is no agentHost')
  const byName = new Map(agents.map((agent) => [agent.name, agent]))
  /** Per tenant and actor, then per agent and instance. */
  const owners = new Map<string, Map<string, Instance>>()
  let inAll = 0

  function instancesOf(of: { readonly actor?: string; readonly tenantId?: string }): Map<string, Instance> {
    const owner = ownerKey(of)
    const found = owners.get(owner)
    if (found !== undefined) return found
    const instances = new Map<string, Instance>()
    owners.set(owner, instances)
    return instances
  }

  function createInstance(owner: InstanceOwner, instanceId: string = randomId()): string {
    if (!byName.has(owner.agent)) throw invalidOption('agent', 'there is none of that name')
    if (instanceId === NEW || instanceId === '') throw invalidOption('instanceId', 'it is reserved')
    const instances = instancesOf(owner)
    const key = keyOf(owner.agent, instanceId)
    if (instances.has(key)) throw invalidOption('instanceId', 'it exists')
    if (instances.size >= maxInstances) throw new GovernedError('rate_limited', { limit: maxInstances, windowMs: null })
    if (inAll >= maxInstancesInAll) throw new GovernedError('rate_limited', { limit: maxInstancesInAll, windowMs: null })
    inAll += 1
    instances.set(key, { sessions: new Map([[FIRST_SESSION, { messages: [] }]]), memory: new Map(), turn: Promise.resolve() })
    return instanceId
  }

  /** Looks in the table of the caller alone. */
  function find(agent: string, instanceId: string, context: CallContext): Instance {
    const instance = owners.get(ownerKey(context))?.get(keyOf(agent, instanceId))
    if (instance === undefined) throw new GovernedError('instance_not_found', {})
    return instance
  }

  function openSession({ sessions }: Instance, asked: string): { readonly session: string; readonly conversation: Conversation } {
    if (asked !== NEW) {
      const conversation = sessions.get(asked)
      if (conversation === undefined) throw new GovernedError('instance_not_found', {})
      return { session: asked, conversation }
    }
    if (sessions.size >= maxSessions) throw new GovernedError('rate_limited', { limit: maxSessions, windowMs: null })
    const [session, conversation] = [randomId(), { messages: [] }]
    sessions.set(session, conversation)
    return { session, conversation }
  }

  function ownerOf(agent: string, { actor, tenantId }: CallContext): InstanceOwner {
    return { agent, ...(actor === undefined ? {} : { actor }), ...(tenantId === undefined ? {} : { tenantId }) }
  }

  async function submit({ agent, instanceId: asked, session: askedSession = FIRST_SESSION, message }: AgentSubmission, context: CallContext): Promise<AgentReply> {
    const respond = byName.get(agent)?.respond
    if (respond === undefined) throw invalidOption('agent', 'there is none of that name')
    // A new instance has no sessions that could be named.
    if (asked === NEW && askedSession !== FIRST_SESSION && askedSession !== NEW) throw new GovernedError('instance_not_found', {})
    const instanceId = asked === NEW ? createInstance(ownerOf(agent, context)) : asked
    const instance = find(agent, instanceId, context)
    const { session, conversation } = openSession(instance, askedSession)
    const forget = (): void => {
      if (askedSession === NEW) instance.sessions.delete(session)
      if (asked === NEW && owners.get(ownerKey(context))?.delete(keyOf(agent, instanceId)) === true) inAll -= 1
    }
    const { messages } = conversation
    const answered = instance.turn.then(async () => {
      context.signal?.throwIfAborted()
      const text = await respond({ instanceId, session, message, history: Object.freeze([...messages]), memory: instance.memory }, runContextOf(context))
      if (typeof text !== 'string') throw new TypeError('an agent answered something that is no text')
      messages.push(Object.freeze({ role: 'caller', text: message }), Object.freeze({ role: 'agent', text }))
      messages.splice(0, Math.max(0, messages.length - maxMessages))
      return text
    })
    // What a failed message began has no name that anybody knows.
    instance.turn = answered.catch(forget)
    return { message: await answered, instanceId, session }
  }

  return Object.freeze<InProcessAgents>({ createInstance, submit })
}

const ownerKey = ({ tenantId = '', actor = '' }: { readonly actor?: string; readonly tenantId?: string }): string => JSON.stringify([tenantId, actor])

const keyOf = (agent: string, instanceId: string): string => JSON.stringify([agent, instanceId])

/** 192 bits: not to be guessed. */
const randomId = (): string => randomBytes(24).toString('base64url')
