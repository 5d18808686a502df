interface Look {
  readonly json: boolean
  readonly color: boolean
}

/** What the reviewer of a destination says about it. Names and files, never a credential. */
export interface Destination {
  /** The variable that holds the bearer, or null where the service has none. */
  readonly bearerEnv: string | null
  /** A file of PEM certificates that are trusted instead of the public ones. */
  readonly ca: string | null
  /** CIDR ranges of private addresses that it may lead to. */
  readonly privateRanges: readonly string[]
  /** Loopback, and plain http to it: for development. */
  readonly allowLoopback: boolean
}

export interface DraftInvocation extends Look {
  readonly verb: 'services draft'
  readonly url: string
  readonly destination: Destination
  readonly protocol: string | null
  /** The profile to write. It must not exist. */
  readonly output: string
  /** The deployment to write. It must not exist. */
  readonly deployment: string
  /** The reference of the service. */
  readonly name: string
}

export interface CheckInvocation extends Look {
  readonly verb: 'services check'
  readonly profile: string
  readonly deployment: string | null
}

export interface VerifyInvocation extends Look {
  readonly verb: 'services verify'
  readonly profile: string
  readonly deployment: string | null
  readonly destination: Destination
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

export type VerbInvocation = DraftInvocation | CheckInvocation | VerifyInvocation

export type Invocation = VerbInvocation | HelpInvocation | VersionInvocation

export type VerbName = VerbInvocation['verb']
