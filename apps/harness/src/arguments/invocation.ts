/** The server that `profile init` is about. */
export type TargetArgument =
  | {
      readonly kind: 'url'
      readonly url: string
      readonly transport: 'streamable-http' | 'sse'
      /** Names of variables, never values. */
      readonly bearerEnv: string | null
      readonly headersEnv: readonly { readonly header: string; readonly variable: string }[]
      readonly allowInsecure: boolean
    }
  | { readonly kind: 'command'; readonly command: readonly string[]; readonly env: readonly string[] }

interface Look {
  readonly json: boolean
  readonly color: boolean
}

export interface InitInvocation extends Look {
  readonly verb: 'profile init'
  readonly target: TargetArgument
  readonly protocol: string | null
  /** The profile to write. It must not exist. */
  readonly output: string
  /** The snapshot to write. It must not exist. */
  readonly snapshot: string
  /** Of the profile, and so of the server. */
  readonly name: string
}

export interface CheckInvocation extends Look {
  readonly verb: 'profile check'
  readonly file: string
  /** Also prepare a run on the server. */
  readonly live: boolean
}

export interface ToolsInvocation extends Look {
  readonly verb: 'tools'
  readonly file: string
}

/** On whose behalf, and where the rows go. */
interface Governed {
  readonly actor: string | null
  readonly tenant: string | null
  readonly evidence: string | null
}

export interface CallInvocation extends Look, Governed {
  readonly verb: 'call'
  readonly file: string
  readonly tool: string
  /** JSON text of the arguments. */
  readonly argumentsText: string
}

export interface RunInvocation extends Look, Governed {
  readonly verb: 'run'
  readonly files: readonly string[]
  readonly script: string
  readonly prompt: string
}

export interface ShowInvocation extends Look {
  readonly verb: 'evidence show'
  readonly file: string
}

export interface BuildInvocation extends Look {
  readonly verb: 'build'
  /** The folder of a harness project. */
  readonly project: string
  /** The folder to write. It must not exist. */
  readonly output: string
}

export interface HelpInvocation {
  readonly verb: 'help'
  /** The verb that help was asked for, or null for all. */
  readonly topic: VerbName | null
}

export interface VersionInvocation {
  readonly verb: 'version'
  readonly json: boolean
}

export type VerbInvocation = InitInvocation | CheckInvocation | ToolsInvocation | CallInvocation | RunInvocation | ShowInvocation | BuildInvocation

export type Invocation = VerbInvocation | HelpInvocation | VersionInvocation

export type VerbName = VerbInvocation['verb']
