import type { Bounds } from '@b10x/ports'

/** The server that a command line names. */
export type TargetArgument =
  | { readonly kind: 'url'; readonly url: string }
  | { readonly kind: 'command'; readonly command: string; readonly args: readonly string[] }
  | { readonly kind: 'config'; readonly file: string; readonly server: string | null }

/** How to reach it. Secrets come from the environment by name, never from the command line. */
export interface ConnectionOptions {
  readonly protocol: string | null
  readonly bearerEnv: string | null
  readonly headerEnv: readonly { readonly header: string; readonly variable: string }[]
  /** Names of our own environment variables that a stdio server gets. */
  readonly passEnv: readonly string[]
  readonly allowInsecureHosts: readonly string[]
  /** Whether what `auth login` left for the server is used. */
  readonly storedLogin: boolean
  readonly bounds: Partial<Bounds>
  /** The whole command, in milliseconds. */
  readonly deadlineMs: number | null
}

interface Common {
  readonly json: boolean
  readonly color: boolean
  readonly connection: ConnectionOptions
}

interface OnTarget extends Common {
  readonly target: TargetArgument
}

export interface ListInvocation extends OnTarget {
  readonly verb: 'list'
}

export interface InspectInvocation extends OnTarget {
  readonly verb: 'inspect'
  readonly tool: string
}

export interface CallInvocation extends OnTarget {
  readonly verb: 'call'
  readonly tool: string
  /** JSON text of the arguments. */
  readonly argumentsText: string
}

export interface SnapshotInvocation extends OnTarget {
  readonly verb: 'snapshot'
  readonly output: string | null
  readonly strict: boolean
}

export interface VerifyInvocation extends OnTarget {
  readonly verb: 'verify'
  readonly file: string
}

export interface DiffInvocation extends Common {
  readonly verb: 'diff'
  readonly file: string
  readonly other: { readonly file: string } | { readonly target: TargetArgument }
}

export interface AcceptInvocation extends OnTarget {
  readonly verb: 'accept'
  readonly file: string
  readonly yes: boolean
}

export interface DoctorInvocation extends OnTarget {
  readonly verb: 'doctor'
}

/** How `auth login` introduces itself to an authorization server; without anything it registers. */
export interface OAuthClientOptions {
  readonly clientId: string | null
  /** Names the variable that holds the secret of the client. */
  readonly clientSecretEnv: string | null
  /** Address of the client's own metadata document, which is then its id. */
  readonly clientMetadataUrl: string | null
  /** The authorization server that is expected. */
  readonly issuer: string | null
  /** Null: those that the server asks for. */
  readonly scopes: readonly string[] | null
}

export interface AuthInvocation extends OnTarget {
  readonly verb: 'auth'
  readonly action: AuthAction
  readonly client: OAuthClientOptions
}

export type AuthAction = 'login' | 'status' | 'logout'

export interface ImportInvocation {
  readonly verb: 'import'
  readonly json: boolean
  readonly color: boolean
  /** Files to read instead of the usual ones. */
  readonly from: readonly string[]
  /** Where to write, or null to list only. */
  readonly output: string | null
  /** The entries to write. */
  readonly servers: 'all' | readonly string[]
}

export interface DemoInvocation {
  readonly verb: 'demo'
  readonly json: boolean
  readonly color: boolean
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

export type ServerInvocation =
  | ListInvocation
  | InspectInvocation
  | CallInvocation
  | SnapshotInvocation
  | VerifyInvocation
  | DiffInvocation
  | AcceptInvocation
  | DoctorInvocation
  | AuthInvocation

/** Verbs that touch no server of the user. */
export type LocalInvocation = ImportInvocation | DemoInvocation

export type Invocation = ServerInvocation | LocalInvocation | HelpInvocation | VersionInvocation

export type ServerVerb = ServerInvocation['verb']
export type VerbName = ServerVerb | LocalInvocation['verb']
